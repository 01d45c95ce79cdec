/** Each view comes whole. What is equal in it to the view before is made the same object, so that React paints again only what changed. */

type Dictionary = Readonly<Record<string, unknown>>;

function isDictionary(value: unknown): value is Dictionary {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function idOf(value: unknown): unknown {
  return isDictionary(value) ? value.id : undefined;
}

/** Rows of a list move when a new one comes: they are known by their id, everything else by its place. */
function shareItems(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const known = new Map(before.map((item, index) => [idOf(item) ?? index, item]));
  const shared = after.map((item, index) => share(known.get(idOf(item) ?? index), item));
  return shared.length === before.length && shared.every((item, index) => item === before[index]) ? before : shared;
}

function shareKeys(before: Dictionary, after: Dictionary): Dictionary {
  const keys = Object.keys(after);
  const shared: Record<string, unknown> = {};
  for (const key of keys) shared[key] = share(before[key], after[key]);
  const isSame = keys.length === Object.keys(before).length && keys.every((key) => key in before && shared[key] === before[key]);
  return isSame ? before : shared;
}

function share(before: unknown, after: unknown): unknown {
  if (Array.isArray(after)) return Array.isArray(before) ? shareItems(before, after) : after;
  if (isDictionary(after)) return isDictionary(before) ? shareKeys(before, after) : after;
  return after;
}

/** `after`, with all those parts of `before` that are equal. Both are JSON. */
export function keepUnchanged<Value>(before: unknown, after: Value): Value {
  return share(before, after) as Value;
}
