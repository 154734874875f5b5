import { render } from "preact";
import "../css/tokens.css";
import "../css/base.css";
import "../css/ui.css";
import "../css/shell.css";
import "./offline.css";
import "./print.css";
import { startKeys } from "../input/keys.ts";
import { startTheme } from "../ui/theme.ts";
import { readSession } from "./data.ts";
import { startPrinting } from "./thought-text.tsx";
import { Viewer } from "./viewer.tsx";

startTheme();
startKeys();
startPrinting();
render(<Viewer data={readSession()} />, document.getElementById("page")!);
