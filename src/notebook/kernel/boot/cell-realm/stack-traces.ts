import { runningCell } from "./host.ts";
import {
  apply,
  bootUrl,
  MainError,
  NONE,
  stringSlice,
  stringStartsWith,
  textOfError,
} from "./primordials.ts";

// Stack traces show the files of the notebook's folder and no path of this machine.
MainError.prepareStackTrace = (error, sites) => {
  let text = textFor(error);
  const folderUrl = runningCell.folderUrl();
  for (let i = 0; i < sites.length; i += 1) {
    const site = sites[i]!;
    const url = site.getScriptNameOrSourceURL() ?? "";
    if (url === bootUrl || !apply(stringStartsWith, url, ["file:"])) continue;
    const at = `${site.getLineNumber()}:${site.getColumnNumber()}`;
    if (url === runningCell.url()) runningCell.rememberPosition(error, at);
    const name = site.getFunctionName();
    const isInside = folderUrl !== "" && apply(stringStartsWith, url, [folderUrl]);
    const position = `${isInside ? apply(stringSlice, url, [folderUrl.length]) : "outside"}:${at}`;
    text += `\n    at ${name ? `${name} (${position})` : position}`;
  }
  return text;
};

function textFor(error: unknown): string {
  try {
    return `${apply(textOfError, error, NONE)}`;
  } catch {
    return "Error";
  }
}
