/** The difference between two documents as a JSON Merge Patch (RFC 7396). */

type Keyed = Readonly<Record<string, unknown>>;

/** The patch that leads from one to the other: null for a key that is gone, and the whole of a list that changed. */
export function patchBetween(before: Keyed, after: Keyed): Keyed {
  const gone = Object.keys(before).flatMap((key) => (Object.hasOwn(after, key) ? [] : [[key, null] as const]));
  const changed = Object.entries(after).flatMap(([key, value]) => {
    const earlier = Object.hasOwn(before, key) ? before[key] : undefined;
    if (isObject(earlier) && isObject(value)) {
      const inner = patchBetween(earlier, value);
      return Object.keys(inner).length === 0 ? [] : [[key, inner] as const];
    }
    return JSON.stringify(earlier) === JSON.stringify(value) ? [] : [[key, value] as const];
  });
  return Object.fromEntries([...gone, ...changed]);
}

/** The patch that sets one key, such as `save.policy`. */
export function patchOf(key: string, value: unknown): Keyed {
  return key.split('.').reduceRight<unknown>((inner, part) => Object.fromEntries([[part, inner]]), value) as Keyed;
}

function isObject(value: unknown): value is Keyed {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
