import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { thirdPartyNotices } from "../scripts/third-party-notices.ts";
import { offlineViewer } from "./offline-viewer.ts";
import { precompressed } from "./precompressed.ts";

/** The page: one entry, a chunk for each view, everything under a name that tells its content. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/",
  publicDir: false,
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2023",
    // The oldest that know `light-dark()`.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // A picture within a style sheet would be an address of another scheme.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  plugins: [
    paintAfterScript(),
    offlineViewer(),
    precompressed(),
    thirdPartyNotices(fileURLToPath(new URL("../dist/THIRD-PARTY-NOTICES-page.txt", import.meta.url))),
  ],
});

/** The theme is the reader's choice and kept in the browser: nothing is painted before the script has read it. */
function paintAfterScript(): Plugin {
  return {
    name: "paint-after-script",
    transformIndexHtml: {
      order: "post",
      handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
    },
  };
}
