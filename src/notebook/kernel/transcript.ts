import { StringDecoder } from "node:string_decoder";
import { type HiddenPaths, NO_HIDDEN_PATHS } from "./hide-paths.ts";
import type { KernelLimits } from "./limits.ts";
import type { Bundle } from "./protocol.ts";

const MAX_DISPLAYS = 100;
const MAX_DISPLAY_BYTES = 4 * 1024 * 1024;
/** The minimum size that a frame counts, however small it is: reading one has a cost. */
const FRAME_BYTES = 4 * 1024;
const MOST_FRAMES = 20_000;

/** Collects the output of a run, up to its limit. */
export function createTranscript(limits: KernelLimits, onOutput: ((text: string) => void) | undefined) {
  const decoder = new StringDecoder("utf8");
  const texts: string[] = [];
  const displays: Bundle[] = [];
  let kept = 0;
  let displayBytes = 0;
  let seen = 0;
  let frames = 0;
  let truncated = false;
  let paths = NO_HIDDEN_PATHS;
  let output = paths.stream();

  const add = (text: string) => {
    if (text === "") return;
    texts.push(text);
    onOutput?.(text);
  };

  return {
    displays,
    /** From here on, results do not show these paths. */
    hidePaths(hidden: HiddenPaths): void {
      paths = hidden;
      output = hidden.stream();
    },
    write(bytes: Buffer): void {
      seen += bytes.length;
      const part = bytes.subarray(0, limits.outputBytes - kept);
      if (part.length < bytes.length) truncated = true;
      kept += part.length;
      if (part.length > 0) add(output.push(decoder.write(part)));
    },
    display(shown: Bundle): void {
      const data = paths.hideIn(shown);
      const bytes = Object.entries(data).reduce(
        (sum, [type, text]) => sum + type.length + Buffer.byteLength(text),
        0,
      );
      seen += bytes;
      if (displays.length >= MAX_DISPLAYS || displayBytes + bytes > MAX_DISPLAY_BYTES) truncated = true;
      else {
        displayBytes += bytes;
        displays.push(data);
      }
    },
    /** Counts a frame of any kind, including an empty one. */
    countFrame(): void {
      frames += 1;
      seen += FRAME_BYTES;
    },
    get flooded(): boolean {
      return seen > limits.floodBytes || frames > MOST_FRAMES;
    },
    get truncated(): boolean {
      return truncated;
    },
    /** All the output that was kept. */
    end(): string {
      add(output.push(decoder.end()));
      add(output.end(truncated));
      return texts.join("");
    },
  };
}
