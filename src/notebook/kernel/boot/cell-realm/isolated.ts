import type { Answer, IsolatedRealm } from "../realms.ts";
import { host } from "./host.ts";
import { builtinModules, MainError, MainRangeError, vm } from "./primordials.ts";

/** A refusal that the cell sees. */
export class Refusal extends MainError {}

/** The realm of the rest of the boot program, whose built-in objects no cell can reach. */
export const isolated: IsolatedRealm = vm.runInContext(
  ISOLATED_REALM,
  vm.createContext({ __proto__: null } as object),
  { filename: "clew:boot" },
)(host, builtinModules.join(" "));

/** Calls a function of the isolated realm. Errors of the engine there must not reach a cell. */
export function ask<Args extends readonly unknown[], Value>(
  question: (...args: Args) => Answer<Value>,
  ...args: Args
): Value;
export function ask(
  question: (a?: unknown, b?: unknown, c?: unknown) => Answer<unknown>,
  a?: unknown,
  b?: unknown,
  c?: unknown,
): unknown {
  let answer: Answer<unknown>;
  try {
    answer = question(a, b, c);
  } catch {
    throw new MainRangeError("Maximum call stack size exceeded");
  }
  if (answer.thrown) throw answer.thrown.value;
  if (answer.refusal !== undefined) throw new Refusal(answer.refusal);
  return answer.value;
}
