// Loaded into a server with `--import`: measures how much processor time the thread uses in each iteration of the event
// loop. On SIGUSR2 it writes the longest to a file and starts over. Time in which the machine ran something else does not
// count.
import { writeFileSync } from "node:fs";

const file = process.env.LONGEST_PIECE_FILE;
let before = used();
let longest = 0;
let signals = 0;
writeFileSync(`${file}.signals`, "0");

function used() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function note() {
  const now = used();
  longest = Math.max(longest, now - before);
  before = now;
}

function measure() {
  note();
  setTimeout(measure, 0).unref();
}

process.on("SIGUSR2", () => {
  note();
  writeFileSync(file, String(longest));
  writeFileSync(`${file}.signals`, String(++signals));
  longest = 0;
  before = used();
});
measure();
