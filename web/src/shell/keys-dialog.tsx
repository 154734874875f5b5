import { choosePlainKeys, plainKeys, shortcutGroups, shownKey } from "../input/keys.ts";
import { Dialog } from "../ui/dialog.tsx";

/** The list of everything that keys do where the reader is. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keyboard" class="keys-dialog" onClose={onClose}>
      {shortcutGroups.value.toReversed().map(({ title, shortcuts }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl class="keys">
            {shortcuts.map(({ keys, does }) => (
              <div key={does}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{shownKey(key)}</kbd>
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
          onChange={(event) => choosePlainKeys(event.currentTarget.checked)}
        />
        Single keys do something (off for those who speak to the computer)
      </label>
    </Dialog>
  );
}
