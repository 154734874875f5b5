import { isIP } from "node:net";

/** Whether a text is an IP address or a network in CIDR notation. */
export function isProxyAddress(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const family = isIP(address);
  const longest = family === 4 ? 32 : 128;
  return (
    family !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
}
