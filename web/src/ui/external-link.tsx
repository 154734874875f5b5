import type { ComponentChildren } from "preact";
import { visible } from "../text/visible-text.tsx";

const ALLOWED = ["http:", "https:", "mailto:"];

/** What a stranger's link needs. */
export interface ExternalLinkProps {
  readonly url: string;
  readonly children: ComponentChildren;
}

/** A stranger's link: to the web or to mail only, with the place it really leads to. Any other is text. */
export function ExternalLink({ url, children }: ExternalLinkProps) {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (!target || !ALLOWED.includes(target.protocol))
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

/** The host as the browser will ask for it: no name before an @ and no letters that only look like others. */
function placeOf({ protocol, host, pathname }: URL): string {
  return protocol === "mailto:" ? pathname.slice(0, 80) : host;
}
