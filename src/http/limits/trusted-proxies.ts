import { BlockList, isIP } from "node:net";

/** Finds the address of a caller from its connection and `X-Forwarded-For`. */
export type AddressOf = (remote: string, forwardedFor: string | undefined) => string;

/** The longest chain that is followed. */
const LONGEST_CHAIN = 20;

/**
 * Trusts the `X-Forwarded-For` of proxies at these addresses or networks (`10.0.0.0/8`). The chain is read from its end
 * until an entry is not a trusted proxy: anyone could have written the entries before it.
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

/** Strips IPv6 brackets, the port that some proxies add, and the IPv6 prefix of an IPv4 address. */
function plain(address: string): string {
  const [, inner = address] = /^\[(.*)\](?::\d+)?$/.exec(address) ?? [];
  const bare = /^[\d.]+:\d+$/.test(inner) ? inner.slice(0, inner.lastIndexOf(":")) : inner;
  return bare.replace(/^::ffff:([\d.]+)$/i, "$1");
}
