/** D-Bus values as this program sees them. A value from a peer is `unknown` until one of these functions has checked it. */

/** A value with its type. */
export type Variant = readonly [signature: string, value: unknown];

export function variant(signature: string, value: unknown): Variant {
  return [signature, value];
}

/** A text as the protocol can carry it: without NUL. */
export function withoutNul(value: string): string {
  return value.replaceAll('\0', '');
}

/** The entries of a plain dictionary with texts as keys; empty for anything else. */
export function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  const pairs = Array.isArray(value) ? value.filter((pair) => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string') : [];
  return new Map(pairs as [string, unknown][]);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
