/** A function that runs at once, and when it is called again within the time, once more after it. */
export function throttle(run: () => void, ms: number): () => void {
  let isResting = false;
  let isWanted = false;
  const begin = () => {
    isResting = true;
    isWanted = false;
    run();
    setTimeout(() => {
      isResting = false;
      if (isWanted) begin();
    }, ms);
  };
  return () => {
    if (isResting) isWanted = true;
    else begin();
  };
}
