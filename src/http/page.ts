import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Context, MiddlewareHandler } from "hono";

/** The web page, served from the files of its build. */
export interface Page {
  /**
   * Answers requests for the page and its files, and answers browsers at unknown addresses; passes all other requests
   * on. It needs no token: it is the same for everyone and contains nothing of the ledger.
   */
  readonly serve: MiddlewareHandler;
}

/**
 * The page may load resources from this server only, and may not turn text into markup. Frames show notebook output,
 * which has no permissions at all.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'none'",
  "frame-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": POLICY,
  "Referrer-Policy": "no-referrer",
  "Permissions-Policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), display-capture=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** The addresses of the page; `web/src/input/route.ts` reads them. */
const ROUTES = /^\/(?:(?:s|n|models)\/[^/]+|compare|search|n|models|activity)?$/;
/** Paths for programs: browsers get the same answers there. */
const FOR_PROGRAMS = /^\/(?:mcp|api|metrics|healthz|readyz|\.well-known)(?:\/|$)/;
const ASSET = /^\/assets\/([\w.-]+)$/;
const FOREVER = "public, max-age=31536000, immutable";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/** Creates the page from the folder of its build; undefined if it was not built. */
export function createPage(folder: string): Page | undefined {
  const names = namesIn(folder);
  if (!names.has("index.html")) return undefined;
  const read = createReader(folder);

  /** A file in the smallest encoding that the caller accepts. */
  async function answer(
    context: Context,
    name: string,
    cache: string,
    status: 200 | 404 = 200,
  ): Promise<Response> {
    const coding = CODINGS.find(
      ({ token, suffix }) => takes(context.req.header("accept-encoding"), token) && names.has(name + suffix),
    );
    const file = await read(name + (coding?.suffix ?? ""));
    const headers = {
      "Content-Type": TYPES[extname(name)] ?? "application/octet-stream",
      "Cache-Control": cache,
      Vary: name === "index.html" ? "Accept, Accept-Encoding" : "Accept-Encoding",
      ETag: file.tag,
      ...(coding && { "Content-Encoding": coding.token }),
      ...PAGE_HEADERS,
    };
    if (status === 200 && context.req.header("if-none-match")?.includes(file.tag))
      return context.body(null, 304, headers);
    return context.body(file.bytes, status, headers);
  }

  return {
    async serve(context, next) {
      const { method, path } = context.req;
      if (method !== "GET" && method !== "HEAD") return next();
      const asset = `assets/${ASSET.exec(path)?.[1]}`;
      if (names.has(asset)) return answer(context, asset, FOREVER);
      if (!wantsPage(context) || FOR_PROGRAMS.test(path)) return next();
      return answer(context, "index.html", "no-cache", ROUTES.test(path) ? 200 : 404);
    },
  };
}

const CODINGS = [
  { token: "br", suffix: ".br" },
  { token: "gzip", suffix: ".gz" },
] as const;

/** Whether the client asks for HTML; programs that accept anything do not get the page. */
const wantsPage = (context: Context): boolean => context.req.header("accept")?.includes("text/html") === true;

function takes(header: string | undefined, coding: string): boolean {
  const offered = header?.split(",").map((part) => part.trim().toLowerCase()) ?? [];
  return offered.some((part) => part.split(";")[0] === coding && !/;\s*q=0(\.0*)?$/.test(part));
}

/** All files of the page. Nothing else is read, whatever the URL says. */
function namesIn(folder: string): ReadonlySet<string> {
  const list = (below: string): readonly string[] => {
    try {
      return readdirSync(join(folder, below));
    } catch {
      return [];
    }
  };
  return new Set([...list(""), ...list("assets").map((name) => `assets/${name}`)]);
}

interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly tag: string;
}

/** Reads each file once; they do not change while the server runs. */
function createReader(folder: string): (name: string) => Promise<PageFile> {
  const files = new Map<string, Promise<PageFile>>();
  return (name) => {
    const known = files.get(name);
    if (known) return known;
    const file = readFile(join(folder, name)).then((bytes) => ({
      bytes: new Uint8Array(bytes),
      tag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    }));
    files.set(name, file);
    file.catch(() => files.delete(name));
    return file;
  };
}
