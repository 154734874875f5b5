import { render } from "preact";
import "../css/tokens.css";
import "../css/base.css";
import "../css/parts.css";
import "../css/shell.css";
import "./offline.css";
import "./print.css";
import { startKeys } from "../keys.ts";
import { startTheme } from "../theme.ts";
import { readSession } from "./data.ts";
import { startPrinting } from "./thought-text.tsx";
import { Viewer } from "./viewer.tsx";

startTheme();
startKeys();
startPrinting();
render(<Viewer data={readSession()} />, document.getElementById("page")!);
