import type { ComponentChildren } from "preact";
import { safeLink } from "../../../src/markdown/safe-link.ts";
import { visible } from "../text/visible-text.tsx";

export interface ExternalLinkProps {
  readonly url: string;
  readonly children: ComponentChildren;
}

/** An untrusted link, followed by the host it leads to. A link that is not safe becomes text. */
export function ExternalLink({ url, children }: ExternalLinkProps) {
  const target = safeLink(url);
  if (!target)
    return (
      <span class="dead-link">
        {children} <span class="link-place">({visible(url) || "no address"})</span>
      </span>
    );
  return (
    <a
      class="external"
      href={target.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={target.href}
    >
      <bdi>{children}</bdi> <span class="link-place">{placeOf(target)}</span>
    </a>
  );
}

/** The host that the browser contacts: without user names, and in punycode. */
function placeOf({ protocol, host, pathname }: URL): string {
  return protocol === "mailto:" ? pathname.slice(0, 80) : host;
}
