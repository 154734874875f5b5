/** How sure the author was: a figure, and a bar for the eye. */
export function Confidence({ value }: { readonly value: number }) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <span class="confidence" title={`Confidence ${percent} %`}>
      <span class="confidence-bar" aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      <span class="visually-hidden">confidence </span>
      {percent} %
    </span>
  );
}
