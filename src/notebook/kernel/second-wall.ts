import { execFile } from "node:child_process";

/** What is put around a kernel's process beside Deno's own permissions. */
export interface SecondWall {
  /** Whether the process gets namespaces of its own. */
  readonly namespaces: boolean;
  readonly says: string;
  /** The words before the command; only a process that may use the network shares it. */
  before(network: boolean): readonly string[];
}

/** Ends the process with its parent, even when that is killed; survives the programs that follow. */
const WITH_PARENT = ["setpriv", "--no-new-privs", "--pdeathsig", "KILL", "--"];

/** The current user under the number of a plain one: a program started by it keeps no capability. */
const UNSHARE = ["unshare", "--user", "--map-user=1000", "--map-group=1000", "--ipc", "--uts", "--pid"];

/**
 * A first process for the namespace, which has no handlers that the kernel of the system would ignore for it, and tells
 * by its exit code which signal ended the second. What unshare and it say themselves is nobody's output.
 */
const FIRST = ["/bin/sh", "-c", '(exec "$0" "$@" 2>&1); exit $?'];

const SIGHT = "its own users, processes and, unless it was given hosts, no network device";

let found: Promise<SecondWall> | undefined;

/** The most that this system allows; looked for once. */
export function secondWall(): Promise<SecondWall> {
  found ??= find();
  return found;
}

/** No namespaces; the words before the command are those given. */
export function noNamespaces(says: string, before: readonly string[] = []): SecondWall {
  return { namespaces: false, says, before: () => before };
}

async function find(): Promise<SecondWall> {
  if (process.platform !== "linux")
    return noNamespaces("Namespaces are a thing of Linux: none are used here.");
  const whole = inNamespaces(["--mount-proc"], `A cell's process has ${SIGHT}.`);
  const refused = await tryOut(whole.before(false));
  if (refused === undefined) return whole;
  // Inside containers /proc is often covered in part, and then none may be mounted.
  const others = "; the list of others in /proc stays, behind Deno's permissions";
  const partly = inNamespaces([], `A cell's process has ${SIGHT}${others}.`);
  if ((await tryOut(partly.before(false))) === undefined) return partly;
  const says = `This system allows no user namespaces, so only Deno's permissions hold cells back: ${refused}`;
  return noNamespaces(says, (await tryOut(WITH_PARENT)) === undefined ? WITH_PARENT : []);
}

function inNamespaces(more: readonly string[], says: string): SecondWall {
  const before = (network: boolean) => [
    ...WITH_PARENT,
    ...UNSHARE,
    ...(network ? [] : ["--net"]),
    ...more,
    "--fork",
    "--kill-child",
    "--",
    ...FIRST,
  ];
  return { namespaces: true, says, before };
}

/** Undefined when the words work, or why not. */
function tryOut(before: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const words = ["-c", 'exec "$0" "$@"', ...before, "true"];
    execFile("/bin/sh", words, { env: {}, timeout: 5_000 }, (error, _, said) =>
      resolve(error ? said.trim().split("\n")[0] || error.message.split("\n")[0] : undefined),
    );
  });
}
