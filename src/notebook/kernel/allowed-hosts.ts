import { isIPv4, isIPv6 } from "node:net";

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const NAMED = /^([a-z0-9.-]{1,253})(?::(\d{1,5}))?$/;
const BRACKETED = /^\[([0-9a-f:.]+)\](?::(\d{1,5}))?$/;

/**
 * The hosts in the syntax of Deno's network permission, in order, each once. Each is one name or address with an
 * optional port. Wildcards, ranges, URLs and anything that could be read as another flag are refused.
 */
export function allowedHosts(hosts: readonly string[] = []): readonly string[] {
  return [...new Set(hosts.map(allowedHost))].sort();
}

function allowedHost(given: string): string {
  const host = given.toLowerCase();
  if (isIPv6(host) && !host.includes("%")) return `[${host}]`;
  const [, address, addressPort] = BRACKETED.exec(host) ?? [];
  const [, name, namePort] = NAMED.exec(host) ?? [];
  const port = addressPort ?? namePort;
  const isPort = port === undefined || (Number(port) >= 1 && Number(port) <= 65_535);
  if (isPort && address !== undefined && isIPv6(address)) return host;
  if (isPort && name?.split(".").every(isLabel) && isNameOrAddress(name)) return host;
  throw new Error(
    `Not a host that cells may be given: ${JSON.stringify(given.slice(0, 100))}. ` +
      'Write a host name or an address, with a port if need be, such as "api.example.com" or "127.0.0.1:8080".',
  );
}

const isLabel = (label: string): boolean => LABEL.test(label);

/** Every URL parser takes a name that ends in a number for an address. */
function isNameOrAddress(name: string): boolean {
  return /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(name) ? isIPv4(name) : true;
}
