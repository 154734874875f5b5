import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { openKeyboard } from "./keyboard.ts";

/** A keyboard whose keys a test presses. */
function keyboardOf({ isTTY = true, plain = false } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { columns: 80 });
  let shown = "";
  output.on("data", (text) => {
    shown += text;
  });
  const keyboard = openKeyboard({ input, output, plain });
  return {
    keyboard,
    input,
    shown: () => shown,
    /** Presses keys, and waits until the last of them has arrived. */
    press(keys: string) {
      const arrived = new Promise<void>((resolve) => {
        input.on("keypress", function look(letter: string | undefined) {
          if (letter !== keys.at(-1)) return;
          input.off("keypress", look);
          resolve();
        });
      });
      input.write(keys);
      return arrived;
    },
  };
}

test("[CH1] input typed before a question does not answer it, and is kept for later", async () => {
  const { keyboard, press, input } = keyboardOf();
  using _ = keyboard;
  await press("always\ry");
  const answered = keyboard.answer("run it? ");
  await press("n");
  input.write("\r");
  expect(await answered).toBe("n");
  expect(await keyboard.next("> ")).toBe("always");
  const next = keyboard.next("> ");
  input.write("es\r");
  expect(await next).toBe("yes");
});

test("[CH1] does not show input while nothing asks", async () => {
  const { keyboard, press, shown } = keyboardOf();
  using _ = keyboard;
  await press("secret");
  expect(shown()).toBe("");
});

test("[CH1] an answer cannot be recalled with an arrow key", async () => {
  const { keyboard, input } = keyboardOf();
  using _ = keyboard;
  for (const [ask, text] of [
    ["next", "a message"],
    ["answer", "a secret"],
  ] as const) {
    const given = keyboard[ask]("? ");
    input.write(`${text}\r`);
    expect(await given).toBe(text);
  }
  const given = keyboard.next("> ");
  input.write("\u001b[A\r");
  expect(await given).toBe("a message");
});

test("[CH3] Ctrl-C calls the registered handler, and ends the input without one", async () => {
  const { keyboard, input } = keyboardOf();
  using _ = keyboard;
  let calls = 0;
  keyboard.onInterrupt(() => {
    calls += 1;
  });
  const answered = keyboard.answer("? ");
  input.write("\u0003");
  expect([await answered, calls]).toEqual([undefined, 1]);
  keyboard.onInterrupt(undefined);
  const next = keyboard.next("> ");
  input.write("\u0003");
  expect([await next, await keyboard.next("> "), calls]).toEqual([undefined, undefined, 1]);
});

test("[CH3] a question is no longer answered once its signal aborts", async () => {
  const { keyboard } = keyboardOf();
  using _ = keyboard;
  const stop = new AbortController();
  const answered = keyboard.answer("? ", stop.signal);
  stop.abort();
  expect(await answered).toBeUndefined();
  expect(await keyboard.answer("? ", stop.signal)).toBeUndefined();
});

test("[CH4] a pipe does not count as a person, gets no prompt, and delivers all its lines", async () => {
  const { keyboard, input, shown } = keyboardOf({ isTTY: false, plain: true });
  using _ = keyboard;
  input.end("one\ntwo");
  expect(keyboard.isPerson).toBe(false);
  expect([await keyboard.next("> "), await keyboard.next("> "), await keyboard.next("> ")]).toEqual([
    "one",
    "two",
    undefined,
  ]);
  expect(shown()).toBe("");
});

test("[CH1] a prompt of several rows does not make the next one erase the text in between", async () => {
  const { keyboard, input, shown } = keyboardOf();
  using _ = keyboard;
  const question = `${"long ".repeat(60)}? `;
  const given = keyboard.answer(question);
  input.write("y\r");
  expect(await given).toBe("y");
  const stopped = keyboard.answer(question);
  keyboard.onInterrupt(() => {});
  input.write("\u0003");
  expect(await stopped).toBeUndefined();
  const before = shown().length;
  void keyboard.next("> ");
  // A code that moves the cursor up ends in A.
  expect(shown().slice(before)).not.toMatch(/\[\d*A/);
  expect(shown().slice(before)).toContain("> ");
});
