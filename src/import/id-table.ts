import { hash } from "node:crypto";

/** 128 bits of the digest of an id. */
const WORDS = 4;

/**
 * Numbers ids in the order in which they are added, from 0. An id takes 24 to 48 bytes, far less than in a `Map`: a
 * transcript may have hundreds of thousands of them.
 */
export function createIdTable() {
  let keys = new Uint32Array(64 * WORDS);
  /** Open addressing: indexes in `keys` plus 1, where 0 is empty. It is at most half full. */
  let slots = new Uint32Array(128);
  let size = 0;
  /** The last two ids: a record usually follows its parent. */
  let recent: readonly (readonly [id: string, key: Uint32Array])[] = [];

  function keyOf(id: string): Uint32Array {
    const known = recent.find(([one]) => one === id);
    if (known) return known[1];
    const digest = hash("sha256", id, "hex");
    const key = new Uint32Array(WORDS);
    for (let word = 0; word < WORDS; word++)
      key[word] = Number.parseInt(digest.slice(word * 8, word * 8 + 8), 16);
    recent = [[id, key], ...recent.slice(0, 1)];
    return key;
  }

  const isAt = (index: number, key: Uint32Array): boolean => {
    for (let word = 0; word < WORDS; word++) if (keys[index * WORDS + word] !== key[word]) return false;
    return true;
  };

  /** The slot of a key, or the empty one where it belongs. */
  function slotOf(key: Uint32Array): number {
    const mask = slots.length - 1;
    let slot = key[0]! & mask;
    while (slots[slot] !== 0 && !isAt(slots[slot]! - 1, key)) slot = (slot + 1) & mask;
    return slot;
  }

  function grow(): void {
    const larger = new Uint32Array(keys.length * 2);
    larger.set(keys);
    keys = larger;
    slots = new Uint32Array(slots.length * 2);
    for (let index = 0; index < size; index++)
      slots[slotOf(keys.subarray(index * WORDS, (index + 1) * WORDS))] = index + 1;
  }

  return {
    /** The number of an id; undefined if it was not added. */
    find(id: string): number | undefined {
      const found = slots[slotOf(keyOf(id))]!;
      return found === 0 ? undefined : found - 1;
    },
    /** The number of an id, which is added if it is new. */
    add(id: string): number {
      const key = keyOf(id);
      const slot = slotOf(key);
      const found = slots[slot]!;
      if (found !== 0) return found - 1;
      keys.set(key, size * WORDS);
      slots[slot] = ++size;
      if (size * WORDS === keys.length) grow();
      return size - 1;
    },
    /** A short name for an id that is the same on every run. */
    shortName: (index: number): string => keys[index * WORDS]!.toString(16).padStart(8, "0"),
    size: () => size,
  };
}

/** Numbers ids in the order in which they are added. */
export type IdTable = ReturnType<typeof createIdTable>;
