// The program in a notebook's Deno process. This part runs in the realm that it shares with cells. Only this part touches
// what cells can change, so it captures every function it needs before the first cell runs. The other part runs in a
// realm of its own, whose built-in objects no cell can reach. Three rules keep it so:
// - Objects and functions of the isolated realm are given to code of this realm only through the closures here.
// - No promise of the isolated realm is resolved with a cell's value.
// - What the isolated realm throws does not leave it.
// The order of imports matters: each file takes members away from the realm that the files before it have captured.
import "./primordials.ts";
import "./host.ts";
import { isolated } from "./isolated.ts";
import "./stack-traces.ts";
import "./members.ts";
import "./commonjs.ts";
import "./imports.ts";
import "./display.ts";

// Without a timer, a cell that awaits something that never settles would end the process before its deadline.
setInterval(() => {}, 2 ** 30);

for (const kind of ["unhandledrejection", "error"])
  addEventListener(kind, (event) => {
    event.preventDefault();
    try {
      isolated.uncaught(event.reason ?? event.error);
    } catch {
      // A cell has broken what is used here.
    }
  });

isolated.start();
