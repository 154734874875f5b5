import { useRef } from "preact/hooks";

/**
 * What grows with the thoughts of a session, so that another thought costs little however many there are: it goes on
 * from what it was for fewer, and is made anew when one of `keys` is another or there are fewer than before.
 */
export function useGrowing<T>(count: number, keys: readonly unknown[], grow: (before?: T) => T): T {
  const last = useRef<{ readonly count: number; readonly keys: readonly unknown[]; readonly value: T }>(
    undefined,
  );
  const isSame = last.current?.keys.every((key, index) => key === keys[index]) ?? false;
  const before = isSame && last.current!.count <= count ? last.current : undefined;
  if (before?.count !== count) last.current = { count, keys, value: grow(before?.value) };
  return last.current!.value;
}
