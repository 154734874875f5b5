import { render } from "preact";
import { startChanges } from "./data/changes.ts";
import "./css/tokens.css";
import "./css/base.css";
import "./css/ui.css";
import "./css/dialog.css";
import "./css/shell.css";
import { route, startHistory } from "./input/history.ts";
import { startKeys } from "./input/keys.ts";
import { startQuestions } from "./shell/questions.ts";
import { Shell } from "./shell/shell.tsx";
import { startTheme } from "./ui/theme.ts";
import { startClock } from "./ui/time.tsx";
import { loadView } from "./views.ts";

startTheme();
startHistory();
startKeys();
startClock();
startChanges();
startQuestions();
// `ViewFrame` shows the error and retries.
loadView(route.value.name).catch(() => {});
render(<Shell />, document.getElementById("page")!);
