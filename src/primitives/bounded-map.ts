/**
 * A map of at most `max` entries. When it is full it evicts the key that was set longest ago (`"insertion"`; setting a
 * key again counts) or the key that was set or read longest ago (`"use"`).
 */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #max: number;
  readonly #evict: "insertion" | "use";

  constructor(max: number, evict: "insertion" | "use") {
    super();
    this.#max = max;
    this.#evict = evict;
  }

  override get(key: K): V | undefined {
    const value = super.get(key);
    if (this.#evict === "use" && this.has(key)) this.set(key, value!);
    return value;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.#max) this.delete(this.keys().next().value!);
    return this;
  }
}
