import type { Request } from "../../protocol.ts";
import type { Answer, IsolatedRealm } from "../realms.ts";
import { display, imageOf, imageType } from "./display.ts";
import { evaluate, startCell, withoutPaths } from "./evaluate.ts";
import { bundle, frame, TEXT_LIMIT } from "./frame.ts";
import { cut, guarded } from "./guards.ts";
import {
  allowedBuiltin,
  allowedBuiltins,
  commonJsPath,
  commonJsSource,
  forgetChanged,
  isBuiltin,
  isModuleSyntax,
  pathFrom,
  resolve,
  resolveRequire,
} from "./modules.ts";
import { dirname, urlOf } from "./paths.ts";

// The part of the boot program in a realm of its own: it reads requests, runs them and answers with frames. The values it
// looks at may come from a cell; the functions it uses never do.
let pending = "";

async function start(): Promise<void> {
  try {
    for (;;) await answer(JSON.parse(await nextLine()));
  } catch {
    host.exit(1);
  }
}

async function answer(request: Request): Promise<void> {
  startCell(request);
  guarded(forgetChanged);
  const { head, data } = await evaluate(request.code, request.typescript);
  // An unhandled rejection of this run arrives one event loop turn later.
  await new Promise<void>((resolve) => host.soon(() => resolve()));
  frame(head, data);
  host.end();
}

async function nextLine(): Promise<string> {
  const texts = [pending];
  for (;;) {
    const text = texts.at(-1)!;
    const end = text.indexOf("\n");
    if (end >= 0) {
      pending = text.slice(end + 1);
      texts[texts.length - 1] = text.slice(0, end);
      return texts.join("");
    }
    const { more } = await new Promise<{ __proto__: null; more: string | undefined }>((resolve) =>
      host.nextText((more) => resolve({ __proto__: null, more })),
    );
    if (more === undefined) host.exit(0);
    else texts.push(more);
  }
}

function uncaught(error: unknown): void {
  const shown = guarded(() => host.inspect(error)) ?? "error";
  frame('"kind":"text"', bundle({ text: `Uncaught ${withoutPaths(cut(shown, TEXT_LIMIT))}\n` }));
}

/** Wraps a function for the cell realm: it answers with a record, and errors thrown here are part of it. */
function answering<Args extends readonly unknown[], Value>(
  question: (...args: Args) => Value,
): (...args: Args) => Answer<Value> {
  return (...args) => {
    try {
      return { __proto__: null, value: question(...args) };
    } catch (error) {
      if (error instanceof Error) return { __proto__: null, refusal: `${error.message}` };
      return { __proto__: null, thrown: { __proto__: null, value: error } };
    }
  };
}

const isolatedRealm: IsolatedRealm = {
  __proto__: null,
  start: () => void start(),
  uncaught,
  display: answering((value, isRaw, settlement) => void display(value, isRaw, settlement)),
  imageType: answering(imageType),
  imageText: answering((bytes) => imageOf(bytes)!["text/plain"]!),
  isBuiltin: answering(isBuiltin),
  allowedBuiltin: answering(allowedBuiltin),
  allowedBuiltins: answering(allowedBuiltins),
  resolve: answering(resolve),
  resolveRequire: answering(resolveRequire),
  commonJsPath: answering(commonJsPath),
  commonJsSource: answering(commonJsSource),
  isModuleSyntax: answering(isModuleSyntax),
  isJson: answering((path) => path.endsWith(".json")),
  pathFrom: answering(pathFrom),
  dirname: answering(dirname),
  urlOf: answering(urlOf),
};
export default isolatedRealm;
