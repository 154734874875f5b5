import { useRef } from "preact/hooks";

/**
 * A value that is extended as thoughts arrive: `grow` receives the value for fewer thoughts, or nothing if one of `keys`
 * changed or there are fewer thoughts than before.
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
