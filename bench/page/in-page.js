/** Runs in the page before its own scripts. Marks when the first thought is readable and when the view is settled. */
{
  /** A view without changes for this long is settled. */
  const quietMs = 1_500;
  let before = "";
  let changedAt = 0;
  let inFlight = 0;
  let isReadable = false;

  const originalFetch = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    inFlight++;
    try {
      return await originalFetch(...args);
    } finally {
      inFlight--;
    }
  };

  const isVisible = (row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };

  const check = () => {
    const rows = [...document.querySelectorAll(".thought-row")].filter(isVisible);
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
    if (view !== before || !isLoaded || inFlight > 0) changedAt = performance.now();
    before = view;
    if (performance.now() - changedAt < quietMs) requestAnimationFrame(check);
    else performance.mark("view settled", { startTime: changedAt });
  };
  requestAnimationFrame(check);
}

/** Tracks in every frame how far the thought in the middle of the screen has moved. */
globalThis.watchPosition = () => {
  const row = document.elementFromPoint(500, innerHeight / 2).closest(".thought-row");
  const { top, left } = row.getBoundingClientRect();
  globalThis.moved = 0;
  const check = () => {
    const now = row.getBoundingClientRect();
    // A removed row has no position.
    const distance = row.isConnected
      ? Math.max(Math.abs(now.top - top), Math.abs(now.left - left))
      : innerHeight;
    globalThis.moved = Math.max(globalThis.moved, distance);
    requestAnimationFrame(check);
  };
  check();
};
