/** `fetch` that calls back whenever anything arrives, so that pings count as signs of life. */
export function listeningFetch(onAlive: (() => void) | undefined): typeof fetch {
  if (onAlive === undefined) return fetch;
  return async (input, init) => {
    const response = await fetch(input, init);
    onAlive();
    if (response.body === null || !response.ok) return response;
    const heard = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onAlive();
        controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(heard), { status, statusText, headers });
  };
}
