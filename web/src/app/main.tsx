import { render } from "preact";
import "../css/tokens.css";
import "../css/base.css";
import "./app.css";
import { App, type Given } from "./app.tsx";
import { Host, type HostContext } from "./host.ts";

/** Only these of the host's variables are used; the rest of the look is the page's own. */
const VARIABLES = /^--(color|font|border)-[a-z0-9-]{1,60}$/;

const root = document.documentElement;
const page = document.getElementById("page")!;

const show = (given: Given) => render(<App host={host} given={given} />, page);

const host = new Host({
  onContext({ theme, styles }: HostContext) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    for (const [name, value] of Object.entries(styles?.variables ?? {}))
      if (VARIABLES.test(name) && typeof value === "string") root.style.setProperty(name, value);
  },
  onResult: (result) => show({ result }),
  onCancelled: () => show({ says: "The call was cancelled." }),
  onTeardown() {
    sizes.disconnect();
    render(null, page);
  },
});

const sizes = new ResizeObserver(() =>
  host.resize(root.scrollWidth, Math.ceil(page.getBoundingClientRect().height)),
);

show({ says: "Waiting for the answer…" });
host.connect().then(
  () => sizes.observe(page),
  (error: Error) => show({ says: `The client did not open this view: ${error.message}` }),
);
