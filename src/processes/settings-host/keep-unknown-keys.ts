/** Keys of a document that Hub does not know belong to somebody else, and are kept (§9.1), wherever they are. */

/** The part of a JSON Schema that names the known keys. */
export interface KnownKeys {
  readonly properties?: Readonly<Record<string, KnownKeys>>;
  readonly items?: KnownKeys;
}

type Keyed = Readonly<Record<string, unknown>>;

/**
 * The new value, with the unknown keys of the old one. A known key that the new value leaves out is removed, except for unknown keys inside it.
 * Objects of a list correspond if they have the same `id`.
 */
export function keepUnknown(known: KnownKeys, before: unknown, value: unknown): unknown {
  if (isObject(before) && isObject(value) && known.properties) return keepInObject(known.properties, before, value);
  if (Array.isArray(before) && Array.isArray(value) && known.items) return keepInList(known.items, before, value);
  return value;
}

function keepInObject(known: Readonly<Record<string, KnownKeys>>, before: Keyed, value: Keyed): Keyed {
  const given = Object.entries(value).map(([key, one]) => [key, keepUnknown(ownOf(known, key) ?? {}, ownOf(before, key), one)]);
  const kept = Object.entries(before)
    .filter(([key]) => !Object.hasOwn(value, key))
    .flatMap(([key, one]) => {
      const inside = ownOf(known, key);
      if (inside === undefined) return [[key, one]];
      const unknown = isObject(one) ? keepUnknown(inside, one, {}) : {};
      return isObject(unknown) && Object.keys(unknown).length > 0 ? [[key, unknown]] : [];
    });
  // Not by assignment: a key may be `__proto__`.
  return Object.fromEntries([...given, ...kept]);
}

function keepInList(known: KnownKeys, before: readonly unknown[], value: readonly unknown[]): readonly unknown[] {
  const byId = new Map<unknown, unknown>();
  for (const one of before) if (isObject(one) && !byId.has(ownOf(one, 'id'))) byId.set(ownOf(one, 'id'), one);
  return value.map((one) => (isObject(one) && Object.hasOwn(one, 'id') ? keepUnknown(known, byId.get(one.id), one) : one));
}

function isObject(value: unknown): value is Keyed {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ownOf<Value>(object: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
