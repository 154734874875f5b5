import { keyLabel, plainKeys, setPlainKeys, shortcutGroups } from "../input/keys.ts";
import { Dialog } from "../ui/dialog.tsx";

/** The list of active shortcuts. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keyboard shortcuts" class="keys-dialog" onClose={onClose}>
      {shortcutGroups.value.toReversed().map(({ title, shortcuts }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl class="keys">
            {shortcuts.map(({ keys, does }) => (
              <div key={does}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{keyLabel(key)}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label class="choice">
        <input
          type="checkbox"
          checked={plainKeys.value}
          onChange={(event) => setPlainKeys(event.currentTarget.checked)}
        />
        Single-key shortcuts (turn off if you use speech input)
      </label>
    </Dialog>
  );
}
