import { render } from "preact";
import { startChanges } from "./changes.ts";
import "./css/tokens.css";
import "./css/base.css";
import "./css/parts.css";
import "./css/shell.css";
import { route, startHistory } from "./history.ts";
import { startKeys } from "./keys.ts";
import { Shell } from "./shell/shell.tsx";
import { startTheme } from "./theme.ts";
import { startClock } from "./time.tsx";
import { loadView } from "./views.ts";

startTheme();
startHistory();
startKeys();
startClock();
startChanges();
// What fails here is shown, and tried again, where the view is.
loadView(route.value.name).catch(() => {});
render(<Shell />, document.getElementById("page")!);
