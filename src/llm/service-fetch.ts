import { send } from "./send.ts";

/** `fetch` for clients of model services: redirects and bounds as everywhere, and what it throws is `send`'s. */
export const serviceFetch: typeof fetch = async (input, init = {}) => {
  const { status, headers, body } = await send(new URL(String(input)), {
    method: init.method === "GET" ? "GET" : "POST",
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(typeof init.body === "string" && { body: init.body }),
    answer: "events",
    signal: init.signal ?? new AbortController().signal,
  });
  const { "content-type": type = "application/json" } = headers;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const step = await body.next();
      if (step.done) controller.close();
      else controller.enqueue(step.value);
    },
    async cancel() {
      await body.return?.();
    },
  });
  const isEmpty = status === 204 || status === 205;
  return new Response(isEmpty ? null : stream, { status, headers: { "content-type": type } });
};
