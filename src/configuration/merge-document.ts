/**
 * A change of a document as a JSON Merge Patch (RFC 7396): a key that the patch leaves out stays, `null` removes a key, and a list is replaced as a
 * whole. Keys that Hub does not know belong to somebody else (§9.1), so they stay in two cases in which the RFC would remove them: inside a group of
 * known keys that is removed, and in an entry of a list that is replaced by one with the same `id`.
 */

/** The part of a JSON Schema that names the known keys. */
export interface KnownKeys {
  readonly properties?: Readonly<Record<string, KnownKeys>>;
  readonly items?: KnownKeys;
}

type Keyed = Readonly<Record<string, unknown>>;

/** What is deeper is not written anyway (`change-document.ts`); a patch of one line can have tens of thousands of levels. */
const mostLevels = 64;

/** The document after the patch. Neither is changed. */
export function mergeDocument(known: KnownKeys, before: unknown, patch: unknown, levels = mostLevels): unknown {
  if (Array.isArray(before) && Array.isArray(patch) && known.items) return keepInList(known.items, before, patch);
  if (!isObject(patch) || levels === 0) return patch;
  const target = isObject(before) ? before : {};
  const merged = new Map(Object.entries(target));
  for (const [key, one] of Object.entries(patch)) {
    const inside = ownOf(known.properties ?? {}, key) ?? {};
    const value = one === null ? unknownOf(inside, ownOf(target, key)) : mergeDocument(inside, ownOf(target, key), one, levels - 1);
    if (value === undefined) merged.delete(key);
    else merged.set(key, value);
  }
  return Object.fromEntries(merged); // not by assignment: a key may be `__proto__`
}

/** What is left of a value that is removed: the unknown keys of a known group, or undefined. */
function unknownOf({ properties }: KnownKeys, value: unknown): unknown {
  if (properties === undefined || !isObject(value)) return undefined;
  const left = Object.entries(value)
    .map(([key, one]) => [key, Object.hasOwn(properties, key) ? unknownOf(properties[key] ?? {}, one) : one] as const)
    .filter(([, one]) => one !== undefined);
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

function keepInList(known: KnownKeys, before: readonly unknown[], value: readonly unknown[]): readonly unknown[] {
  const byId = new Map<unknown, Keyed>();
  for (const one of before) if (isObject(one) && !byId.has(ownOf(one, 'id'))) byId.set(ownOf(one, 'id'), one);
  return value.map((one) => {
    const earlier = isObject(one) && Object.hasOwn(one, 'id') ? unknownOf(known, byId.get(one.id)) : undefined;
    return earlier === undefined
      ? one
      : Object.fromEntries([...Object.entries(one as Keyed), ...missingOf(earlier as Keyed, one as Keyed)]);
  });
}

function missingOf(from: Keyed, given: Keyed): readonly (readonly [string, unknown])[] {
  return Object.entries(from).filter(([key]) => !Object.hasOwn(given, key));
}

function isObject(value: unknown): value is Keyed {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ownOf<Value>(object: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
