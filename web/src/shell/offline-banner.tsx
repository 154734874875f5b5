import { connection } from "../data/changes.ts";

/** A banner while the server does not respond, because the page is out of date. The header announces the state. */
export function OfflineBanner() {
  if (connection.value !== "offline") return null;
  return (
    <p class="offline-banner">
      <strong>Offline.</strong> The server does not respond, so this page may be out of date. It reconnects by
      itself.
    </p>
  );
}
