import { useEffect, useState } from "preact/hooks";
import { api } from "../../../data/api.ts";
import { asApiError } from "../../../data/resource.ts";
import { say } from "../../../ui/toast.ts";

/** Asks the agent to wait for a note with its next answer, and lets it continue. */
export function HoldButton({ id }: { readonly id: string }) {
  const [heldUntil, setHeldUntil] = useState(0);
  useEffect(() => {
    if (heldUntil === 0) return;
    const timer = setTimeout(() => setHeldUntil(0), Math.max(0, heldUntil - Date.now()));
    return () => clearTimeout(timer);
  }, [heldUntil]);
  const toggle = async () => {
    try {
      if (heldUntil > 0) {
        await api.release(id);
        setHeldUntil(0);
        return;
      }
      const { heldUntil: until } = await api.hold(id);
      if (until === null) say("This server does not hold answers. Start it with CLEW_HOLD=on.", "failed");
      else setHeldUntil(Date.parse(until));
    } catch (error) {
      say(asApiError(error).message, "failed");
    }
  };
  return (
    <button
      type="button"
      class="button small"
      aria-pressed={heldUntil > 0}
      title="The agent's next answer waits up to 20 seconds for your note."
      onClick={() => void toggle()}
    >
      {heldUntil > 0 ? "Holding, release" : "Hold"}
    </button>
  );
}
