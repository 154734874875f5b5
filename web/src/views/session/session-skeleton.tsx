/** The shape of a session that is on its way. */
export function SessionSkeleton() {
  return (
    <div class="session-skeleton">
      <p class="visually-hidden" role="status">
        Loading the session…
      </p>
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} class="skeleton-thought" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
