const PAGE_BYTES = 65_536;

/** A list of short texts, outside the JavaScript heap. It takes as many bytes as the texts have, and 8 for each. */
export function createTextList() {
  const pages: Buffer[] = [];
  let places = new Uint32Array(128);
  let [size, end] = [0, PAGE_BYTES];
  return {
    /** Adds a text and returns its index. */
    add(text: string): number {
      const bytes = Buffer.byteLength(text);
      if (end + bytes > PAGE_BYTES) {
        pages.push(Buffer.allocUnsafeSlow(Math.max(bytes, PAGE_BYTES)));
        end = 0;
      }
      if (size * 2 === places.length) {
        const larger = new Uint32Array(places.length * 2);
        larger.set(places);
        places = larger;
      }
      pages.at(-1)!.write(text, end);
      places[size * 2] = (pages.length - 1) * PAGE_BYTES + end;
      places[size * 2 + 1] = bytes;
      end += bytes;
      return size++;
    },
    get(index: number): string {
      const place = places[index * 2]!;
      const page = pages[Math.floor(place / PAGE_BYTES)]!;
      const from = place % PAGE_BYTES;
      return page.toString("utf8", from, from + places[index * 2 + 1]!);
    },
  };
}
