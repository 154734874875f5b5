import { Icon } from "../ui/icon.tsx";
import { dismiss, toasts } from "../ui/toast.ts";

/** Short messages. The region is always rendered, so that screen readers announce new messages. */
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
