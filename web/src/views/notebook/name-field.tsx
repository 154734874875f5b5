import { useEffect, useRef, useState } from "preact/hooks";

export interface NameFieldProps<T> {
  readonly label: string;
  readonly name: string;
  /** The renamed object in its current state. */
  readonly subject: T;
  readonly maxLength: number;
  /** Returns whether it was renamed. Receives the subject as it was when editing began. */
  onRename(subject: T, name: string): Promise<boolean>;
  onClose(how: "key" | "blur"): void;
}

/** A field for a new name. Enter and blur rename, Escape cancels. A rejected name stays in the field. */
export function NameField<T>({ label, name, subject, maxLength, onRename, onClose }: NameFieldProps<T>) {
  const [typed, setTyped] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  const latest = useRef(subject);
  latest.current = subject;
  const original = useRef(subject);
  const isDone = useRef(false);
  useEffect(() => field.current?.select(), []);

  const close = (how: "key" | "blur") => {
    isDone.current = true;
    onClose(how);
  };
  const send = async (how: "key" | "blur") => {
    // Removing the field also blurs it.
    if (isDone.current) return;
    const renamed = typed.trim();
    if (renamed === "" || renamed === name) return close(how);
    isDone.current = true;
    if (await onRename(original.current, renamed)) return close(how);
    isDone.current = false;
    original.current = latest.current;
  };
  return (
    <input
      ref={field}
      class="name-field"
      aria-label={label}
      value={typed}
      maxLength={maxLength}
      autocomplete="off"
      spellcheck={false}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => void send("blur")}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === "Enter") void send("key");
        if (event.key === "Escape") close("key");
      }}
    />
  );
}
