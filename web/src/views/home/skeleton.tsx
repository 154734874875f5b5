/** The shape of the list while it is loaded. */
export function Skeleton() {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">Loading sessions…</span>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} class="skeleton-row" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
