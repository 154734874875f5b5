import { Failure } from "../ledger/index.ts";
import { allowedHosts } from "./kernel/allowed-hosts.ts";

const MOST_HOSTS = 50;

/** The requested hosts of a notebook in canonical spelling. Refuses hosts that the operator does not permit. */
export function askedHosts(wanted: readonly string[], permitted: readonly string[]): readonly string[] {
  if (wanted.length > MOST_HOSTS) throw refused(`allowNet takes at most ${MOST_HOSTS} hosts.`);
  const hosts = [...new Set(wanted.map(hostOf))];
  const denied = hosts.filter((host) => !isPermitted(host, permitted));
  if (denied.length > 0)
    throw new Failure("NET_NOT_ALLOWED", { hosts: denied.join(", "), allowed: permitted.join(", ") });
  return hosts;
}

/** The hosts of a notebook that the operator still permits. */
export function permittedHosts(hosts: readonly string[], permitted: readonly string[]): readonly string[] {
  return hosts.filter((host) => isPermitted(host, permitted));
}

/** A permitted name covers all its ports, `name:port` one port, `*` everything. */
function isPermitted(host: string, permitted: readonly string[]): boolean {
  const name = host.replace(/:\d+$/, "");
  return permitted.some((one) => {
    const entry = one.trim();
    if (entry === "*") return true;
    const known = spelled(entry);
    return known !== undefined && (known === host || known === name);
  });
}

function hostOf(given: string): string {
  const host = spelled(given);
  if (host === undefined)
    throw refused(
      `allowNet: ${JSON.stringify(given.slice(0, 80).toWellFormed())} is no host. Send names such as "api.example.com" or "api.example.com:8443"; each host is asked for by its own name.`,
    );
  return host;
}

/** `HTTPS://API.example.com/` becomes `api.example.com`; undefined for anything that does not name a single host. */
function spelled(given: string): string | undefined {
  const text = given
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/\/$/, "");
  const [, name, port = ""] = /^([^\s:/?#@]+|\[[^\s/?#@]+\])(:\d+)?$/.exec(text) ?? [];
  // The URL parser normalizes every spelling of a name or a number.
  const host = name && URL.parse(`http://${name}/`)?.hostname.replace(/\.$/, "");
  try {
    return host ? allowedHosts([host + port])[0] : undefined;
  } catch {
    return undefined;
  }
}

const refused = (problem: string) => new Failure("INVALID_ARGUMENT", { problem });
