import { useEffect, useRef, useState } from "preact/hooks";

/** What is given another name. */
export interface NameFieldProps<T> {
  readonly label: string;
  readonly name: string;
  /** What has the name, as it stands now. */
  readonly subject: T;
  readonly maxLength: number;
  /** Gives whether it has the name now; what it is given is the subject as it stood when the reader began. */
  onRename(subject: T, name: string): Promise<boolean>;
  /** With a key the keyboard goes back to where it was. */
  onClose(how: "key" | "left"): void;
}

/** A field for another name: Enter and leaving it give the name, Escape does not. A refused name stays to be changed. */
export function NameField<T>({ label, name, subject, maxLength, onRename, onClose }: NameFieldProps<T>) {
  const [typed, setTyped] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  const latest = useRef(subject);
  latest.current = subject;
  const began = useRef(subject);
  const isDone = useRef(false);
  useEffect(() => field.current?.select(), []);

  const close = (how: "key" | "left") => {
    isDone.current = true;
    onClose(how);
  };
  const send = async (how: "key" | "left") => {
    // A field that goes away is also left.
    if (isDone.current) return;
    const wanted = typed.trim();
    if (wanted === "" || wanted === name) return close(how);
    isDone.current = true;
    if (await onRename(began.current, wanted)) return close(how);
    isDone.current = false;
    began.current = latest.current;
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
      onBlur={() => void send("left")}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === "Enter") void send("key");
        if (event.key === "Escape") close("key");
      }}
    />
  );
}
