import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { thirdPartyNotices } from "../scripts/third-party-notices.ts";
import { appView } from "./app-view.ts";
import { offlineViewer } from "./offline-viewer.ts";
import { precompressed } from "./precompressed.ts";

/** One entry, one chunk per view, content hashes in all file names. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/",
  publicDir: false,
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2023",
    // The oldest browsers that support `light-dark()`.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // The policy does not allow `data:` URLs in style sheets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  plugins: [
    paintAfterScript(),
    offlineViewer(),
    appView(),
    precompressed(),
    thirdPartyNotices(fileURLToPath(new URL("../dist/THIRD-PARTY-NOTICES-page.txt", import.meta.url))),
  ],
});

/** Blocks painting until the script has applied the saved theme. */
function paintAfterScript(): Plugin {
  return {
    name: "paint-after-script",
    transformIndexHtml: {
      order: "post",
      handler: (html) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
    },
  };
}
