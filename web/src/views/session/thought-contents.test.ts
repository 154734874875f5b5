import { expect, test, vi } from "vitest";
import type { Thought } from "../../data/api-types.ts";
import { createContents } from "./thought-contents.ts";

const load = async (after: number, limit: number) =>
  Array.from({ length: limit }, (_, index) => ({ seq: after + index + 1 }) as Thought);

test("[WB30] a thought that was loaded between drawing its row and requesting it is shown", async () => {
  const contents = createContents(load);
  const drawn = contents.get(2);
  await new Promise<void>((loaded) => contents.request(1, undefined, loaded));
  const onLoad = vi.fn();
  contents.request(2, drawn, onLoad);
  expect(onLoad).toHaveBeenCalledOnce();
  expect(contents.get(2)).toMatchObject({ seq: 2 });
});

test("[WB30] a row that shows its thought already is not drawn again", async () => {
  const contents = createContents(load);
  await new Promise<void>((loaded) => contents.request(1, undefined, loaded));
  const onLoad = vi.fn();
  contents.request(2, contents.get(2), onLoad);
  expect(onLoad).not.toHaveBeenCalled();
});
