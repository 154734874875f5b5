import { expect, test } from "vitest";
import { allowedHosts } from "./allowed-hosts.ts";

test("[Z9] accepts names and addresses, with or without a port, each once", () => {
  const given = ["API.example.com", "api.example.com", "127.0.0.1:8080", "::1", "[::1]:443", "localhost"];
  expect(allowedHosts(given)).toEqual([
    "127.0.0.1:8080",
    "[::1]",
    "[::1]:443",
    "api.example.com",
    "localhost",
  ]);
  expect(allowedHosts()).toEqual([]);
});

test.each([
  "",
  " ",
  "*",
  "*.example.com",
  "example.com,evil.com",
  "example.com --allow-run",
  "--allow-all",
  "-A",
  "a\n--allow-all",
  "a\0b",
  "https://example.com",
  "example.com/path",
  "user@example.com",
  "example.com:0",
  "example.com:65536",
  "example.com:http",
  "example.com:",
  ":80",
  "10.0.0.0/8",
  "256.1.1.1",
  "127.1",
  "2130706433",
  "0x7f.0x1",
  "[::1",
  "[fe80::1%eth0]",
  "fe80::1%eth0",
  "-a.example.com",
  "a-.example.com",
  "a..example.com",
  ".example.com",
  "example.com.",
  "exämple.com",
  "a_b.example.com",
  `${"a".repeat(64)}.com`,
  `${"a.".repeat(130)}com`,
])("[Z9] refuses %j as a host for cells", (host) => {
  expect(() => allowedHosts(["api.example.com", host])).toThrow("Not a host that cells may be given");
});
