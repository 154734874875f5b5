import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isProxyAddress } from "../../config/http-settings.ts";
import { trustedProxies } from "./trusted-proxies.ts";

describe("the address of a caller", () => {
  test("[SO6] is the peer of the connection if no proxy is trusted, whatever a header says", () => {
    const addressOf = trustedProxies([]);
    expect(addressOf("198.51.100.7", undefined)).toBe("198.51.100.7");
    expect(addressOf("198.51.100.7", "10.0.0.1, 10.0.0.2")).toBe("198.51.100.7");
  });

  test.each([
    ["somebody else's header is not believed", "198.51.100.7", "192.0.2.1", "198.51.100.7"],
    ["a proxy's is", "10.1.2.3", "192.0.2.1", "192.0.2.1"],
    ["what stands before it, the caller may have written", "10.1.2.3", "127.0.0.1, 192.0.2.1", "192.0.2.1"],
    ["a proxy behind a proxy is passed over", "10.1.2.3", "192.0.2.1, 2001:db8::1", "192.0.2.1"],
    ["a proxy that says nothing is the caller", "10.1.2.3", "", "10.1.2.3"],
    ["a malformed address ends the chain", "10.1.2.3", "192.0.2.1, unknown", "10.1.2.3"],
    ["a port is not part of it", "10.1.2.3", "192.0.2.1:4711", "192.0.2.1"],
    ["nor are brackets", "10.1.2.3", "[2001:db8::7]:4711", "2001:db8::7"],
    ["a dual-stack socket reports IPv4 as IPv6", "::ffff:10.1.2.3", "192.0.2.1", "192.0.2.1"],
    ["where all are proxies it is the first", "10.1.2.3", "10.0.0.1,10.0.0.2", "10.0.0.1"],
  ])("[SO6] %s", (_, remote, forwardedFor, caller) => {
    expect(trustedProxies(["10.0.0.0/8", "2001:db8::1"])(remote, forwardedFor)).toBe(caller);
  });

  test("[SO6] is an address, or the peer's for any other header value", () => {
    const addressOf = trustedProxies(["10.0.0.1"]);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.array(fc.ipV4()).map(String)), (header) => {
        expect(isProxyAddress(addressOf("10.0.0.1", header))).toBe(true);
        expect(addressOf("198.51.100.7", header)).toBe("198.51.100.7");
      }),
    );
  });

  test("[SO6] ignores a setting that is not an address or a network", () => {
    for (const good of ["10.0.0.1", "10.0.0.0/8", "::1", "2001:db8::/32"])
      expect(isProxyAddress(good)).toBe(true);
    for (const bad of ["", "proxy", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/", "10.0.0", "::1/129", "*"])
      expect(isProxyAddress(bad)).toBe(false);
  });
});
