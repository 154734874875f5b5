/** The confidence of a thought as a bar and a percentage. */
export function Confidence({ value }: { readonly value: number }) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <span class="confidence" title={`Confidence ${percent}%`}>
      <span class="confidence-bar" aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      <span class="visually-hidden">confidence </span>
      {percent}%
    </span>
  );
}
