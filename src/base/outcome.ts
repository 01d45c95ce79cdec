/**
 * An expected failure is a value with a named reason; a throw is a bug or a broken machine.
 * `detail` is for a person and never carries content, titles, tokens or profile values.
 */
export type Outcome<Value, Reason extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: Reason; readonly detail?: string };

/** The outcome of something that went well. */
export function done<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** The outcome of something that did not, for a reason that was expected. */
export function failed<Reason extends string>(
  reason: Reason,
  detail?: string,
): { readonly ok: false; readonly reason: Reason; readonly detail?: string } {
  return detail === undefined ? { ok: false, reason } : { ok: false, reason, detail };
}
