import { type Engine, EngineFailure, oneEnd } from "../../llm/index.ts";
import { problemOf } from "./run-tool.ts";

/** An engine of anybody's, whose turns never throw, end in one end, and end at once when they are aborted. */
export function guardedEngine(engine: Engine): Engine {
  const { name, model } = engine;
  return oneEnd({
    name,
    model,
    run: (turn) => engine.turn(turn),
    failure: (thrown) =>
      new EngineFailure("unavailable", name, `The engine '${name}' failed: ${problemOf(thrown)}`, {
        cause: thrown,
      }),
  });
}
