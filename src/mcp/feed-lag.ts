import type { Feed } from "./updates.ts";

/** The same feed, and how many changes its slowest follower has yet to be told; 0 while nobody follows. */
export function withLag(feed: Feed): { readonly feed: Feed; readonly lag: () => Promise<number> } {
  const followers = new Set<{ told: number }>();
  return {
    feed: {
      position: feed.position,
      async *follow(from, signal) {
        const follower = { told: from };
        followers.add(follower);
        try {
          for await (const changes of feed.follow(from, signal)) {
            yield changes;
            // Whoever follows has come back for more: these are told.
            follower.told = changes.at(-1)?.position ?? follower.told;
          }
        } finally {
          followers.delete(follower);
        }
      },
    },
    async lag() {
      if (followers.size === 0) return 0;
      const newest = await feed.position();
      return Math.max(0, ...[...followers].map(({ told }) => newest - told));
    },
  };
}
