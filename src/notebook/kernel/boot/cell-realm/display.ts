import { ask, isolated } from "./isolated.ts";
import { replace } from "./members.ts";
import { DISPLAY, MainPromise, readFileSync } from "./primordials.ts";

// `display` and `Deno.jupyter`, which Deno itself has only in its Jupyter kernel.
const display = (value: unknown, options?: { readonly raw?: boolean }) =>
  new MainPromise<void>((resolve, reject) => {
    ask(isolated.display, value, options?.raw === true, {
      __proto__: null,
      resolve: () => resolve(),
      reject: (error) => reject(error),
    });
  });
replace(globalThis, "display", display);
Deno.jupyter = {
  $display: DISPLAY,
  display,
  html: template("text/html"),
  md: template("text/markdown"),
  svg: template("image/svg+xml"),
  image: (file: string | Uint8Array) => {
    const bytes = typeof file === "string" ? readFileSync(file) : file;
    const type = ask(isolated.imageType, bytes);
    if (type === undefined) return shownAs({ "text/plain": "not an image" });
    return shownAs({ "text/plain": ask(isolated.imageText, bytes), [type]: bytes });
  },
};

function template(type: string) {
  return (texts: string | readonly string[], ...values: readonly unknown[]) => {
    const pieces = typeof texts === "string" ? [texts] : texts;
    return shownAs({ [type]: pieces.map((text, i) => text + (i in values ? values[i] : "")).join("") });
  };
}

function shownAs(data: object): object {
  return { [DISPLAY]: () => data };
}
