/**
 * An expected failure is a value with a named reason; an exception is a bug or a broken machine. `detail` is for a person and never carries content,
 * titles, tokens or profile values.
 */
export type Outcome<Value, Reason extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: Reason; readonly detail?: string };

/** A successful outcome. */
export function done<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** A failed outcome, with an expected reason. */
export function failed<Reason extends string>(
  reason: Reason,
  detail?: string,
): { readonly ok: false; readonly reason: Reason; readonly detail?: string } {
  return detail === undefined ? { ok: false, reason } : { ok: false, reason, detail };
}
