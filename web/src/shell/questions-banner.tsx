import { route } from "../input/history.ts";
import { addressOf, sessionRoute } from "../input/route.ts";
import { excerpt } from "../text/excerpt.ts";
import { Visible } from "../text/visible-text.tsx";
import { allowNotifications, canAsk, questions } from "./questions.ts";

const MOST = 3;
const LONGEST = 160;

/** The questions of agents that wait for a person, on every view. A session shows its own question itself. */
export function QuestionsBanner() {
  const current = route.value;
  const others = questions.value.filter(({ id }) => current.name !== "session" || current.id !== id);
  return (
    <div role="status">
      {others.length > 0 && (
        <div class="questions">
          <ul>
            {others.slice(0, MOST).map(({ id, title, text }) => (
              <li key={id}>
                <a href={addressOf(sessionRoute(id))}>
                  <Visible text={title} />
                </a>{" "}
                needs input: <Visible text={excerpt(text.slice(0, LONGEST).toWellFormed(), LONGEST)} />
              </li>
            ))}
            {others.length > MOST && <li>{others.length - MOST} more sessions need input.</li>}
          </ul>
          {canAsk.value && (
            <button type="button" class="button small" onClick={() => void allowNotifications()}>
              Notify me
            </button>
          )}
        </div>
      )}
    </div>
  );
}
