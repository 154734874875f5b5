import { Icon } from "../ui/icon.tsx";
import { dismiss, toasts } from "../ui/toast.ts";

/** Short messages; the region is always there, so that a screen reader hears what comes into it. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, kind, undo }) => (
        <div key={id} class={`toast is-${kind}`}>
          <Icon name={kind === "done" ? "check" : "warning"} />
          <span>{text}</span>
          {undo && (
            <button
              type="button"
              class="link-button"
              onClick={() => {
                dismiss(id);
                undo();
              }}
            >
              Undo
            </button>
          )}
          <button type="button" class="icon-button" onClick={() => dismiss(id)} aria-label="Dismiss">
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
