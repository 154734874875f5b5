/**
 * Runs in the page before its own scripts. Looks at every frame whether a thought can be read, and whether what is in
 * sight still changes; leaves a mark in the trace for either.
 */
{
  /** A view that has not changed for so long is settled. */
  const quietMs = 1_500;
  let before = "";
  let changedAt = 0;
  let underWay = 0;
  let isReadable = false;

  const ask = globalThis.fetch;
  globalThis.fetch = async (...asked) => {
    underWay++;
    try {
      return await ask(...asked);
    } finally {
      underWay--;
    }
  };

  const isInSight = (row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };

  const look = () => {
    const rows = [...document.querySelectorAll(".thought-row")].filter(isInSight);
    if (!isReadable && rows[0]?.querySelector(".markdown")) {
      isReadable = true;
      performance.mark("first thought readable");
    }
    const isLoaded = rows.length > 0 && rows.every((row) => !row.querySelector(".thought-beginning"));
    const around = [
      document.documentElement.scrollHeight,
      document.querySelector(".head-facts")?.textContent,
    ];
    const view = `${around} ${rows.map((row) => `${row.id} ${row.getBoundingClientRect().top}`)}`;
    if (view !== before || !isLoaded || underWay > 0) changedAt = performance.now();
    before = view;
    if (performance.now() - changedAt < quietMs) requestAnimationFrame(look);
    else performance.mark("view settled", { startTime: changedAt });
  };
  requestAnimationFrame(look);
}

/** Looks from now on at every frame how far the thought in the middle of the screen is from where it was. */
globalThis.watchPlace = () => {
  const read = document.elementFromPoint(500, innerHeight / 2).closest(".thought-row");
  const { top, left } = read.getBoundingClientRect();
  globalThis.moved = 0;
  const look = () => {
    const now = read.getBoundingClientRect();
    // What was taken away has no place.
    const away = read.isConnected
      ? Math.max(Math.abs(now.top - top), Math.abs(now.left - left))
      : innerHeight;
    globalThis.moved = Math.max(globalThis.moved, away);
    requestAnimationFrame(look);
  };
  look();
};
