import { BlockList, isIP } from "node:net";

/** Tells the address of a caller from the other end of its connection and what `X-Forwarded-For` says. */
export type AddressOf = (remote: string, forwardedFor: string | undefined) => string;

/** More links of a chain are not followed. */
const LONGEST_CHAIN = 20;

/**
 * Believes what proxies at these addresses (or networks, `10.0.0.0/8`) say of whom they speak for. A chain is read from
 * its end, as far as those who wrote it are proxies of ours: what stands before that, anybody could have written.
 */
export function trustedProxies(addresses: readonly string[]): AddressOf {
  if (addresses.length === 0) return (remote) => remote;
  const trusted = new BlockList();
  for (const address of addresses) add(trusted, address);
  return (remote, forwardedFor = "") => {
    let caller = plain(remote);
    const chain = forwardedFor.split(",").slice(-LONGEST_CHAIN);
    while (chain.length > 0 && trusted.check(caller, familyOf(caller))) {
      const before = plain(chain.pop()!.trim());
      if (isIP(before) === 0) break;
      caller = before;
    }
    return caller;
  };
}

function add(list: BlockList, text: string): void {
  const [address = "", bits] = text.split("/");
  if (bits === undefined) list.addAddress(address, familyOf(address));
  else list.addSubnet(address, Number(bits), familyOf(address));
}

const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** An IPv4 address as such, also where a socket of both families tells it, and without the port that some proxies add. */
function plain(address: string): string {
  const [, inner = address] = /^\[(.*)\](?::\d+)?$/.exec(address) ?? [];
  const bare = /^[\d.]+:\d+$/.test(inner) ? inner.slice(0, inner.lastIndexOf(":")) : inner;
  return bare.replace(/^::ffff:([\d.]+)$/i, "$1");
}
