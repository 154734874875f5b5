/** What the button for news is shown with. */
export interface NewThoughtsProps {
  readonly count: number;
  onShow(): void;
}

/** Tells how many thoughts came below, and leads there. The region is always there, so that it is heard. */
export function NewThoughts({ count, onShow }: NewThoughtsProps) {
  return (
    <div class="new-thoughts" role="status">
      {count > 0 && (
        <button type="button" class="button waiting-thoughts" onClick={onShow}>
          {count === 1 ? "1 new thought" : `${count.toLocaleString("en-GB")} new thoughts`}
        </button>
      )}
    </div>
  );
}
