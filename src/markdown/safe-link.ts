const ALLOWED = ["http:", "https:", "mailto:"];

/** The URL of an untrusted link, if it leads to the web or to an email address. */
export function safeLink(url: string): URL | undefined {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  return target && ALLOWED.includes(target.protocol) ? target : undefined;
}
