/** Values of D-Bus as this program sees them. What came from a peer is `unknown` until one of these has looked at it. */

/** A value that says its type. */
export type Variant = readonly [signature: string, value: unknown];

export function variant(signature: string, value: unknown): Variant {
  return [signature, value];
}

/** A text as the protocol can carry it: without NUL. */
export function text(value: string): string {
  return value.replaceAll('\0', '');
}

/** What is in a value that came, without the variants around it and in it. */
export function plain(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return isReceivedVariant(value) ? plain(value[1][0]) : value.map(plain);
}

/** The pairs of a plain dictionary that has texts for keys; empty when it is none. */
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

/** No other value that came has an object in it, so none can be taken for a variant. */
function isReceivedVariant(value: readonly unknown[]): value is [unknown, [unknown]] {
  const [types, values] = value;
  return value.length === 2 && Array.isArray(types) && Array.isArray(values) && typeof types[0]?.type === 'string';
}
