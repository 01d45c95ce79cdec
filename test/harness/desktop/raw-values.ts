/** Arbitrary values of the D-Bus protocol, and their bytes in either byte order. */
import fc from 'fast-check';

export type RawValue =
  | { readonly type: 'y' | 'b' | 'n' | 'q' | 'i' | 'u' | 'h' | 'd'; readonly value: number }
  | { readonly type: 'x' | 't'; readonly value: bigint }
  | { readonly type: 's' | 'o' | 'g'; readonly value: string }
  | { readonly type: 'v'; readonly holds: RawValue }
  | { readonly type: '('; readonly members: readonly RawValue[] }
  | { readonly type: 'as'; readonly texts: readonly string[] }
  | { readonly type: 'a{sv}'; readonly entries: readonly (readonly [string, RawValue])[] };

const key = fc.constantFrom('__proto__', 'constructor', 'label', 'a key');

const { value: anyValue } = fc.letrec<{ value: RawValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.record({ type: fc.constantFrom('y', 'b'), value: fc.nat({ max: 1 }) }),
    fc.record({ type: fc.constantFrom('n'), value: fc.integer({ min: -32_768, max: 32_767 }) }),
    fc.record({ type: fc.constantFrom('q'), value: fc.nat({ max: 65_535 }) }),
    fc.record({ type: fc.constantFrom('i'), value: fc.integer() }),
    fc.record({ type: fc.constantFrom('u', 'h'), value: fc.nat() }),
    fc.record({ type: fc.constantFrom('d'), value: fc.double() }),
    fc.record({ type: fc.constantFrom('x', 't'), value: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }) }),
    fc.record({ type: fc.constantFrom('s'), value: fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0')) }),
    fc.record({ type: fc.constantFrom('o'), value: fc.constantFrom('/', '/a/b') }),
    fc.record({ type: fc.constantFrom('g'), value: fc.constantFrom('', 's', 'a{sv}') }),
    fc.record({ type: fc.constantFrom('v'), holds: tie('value') }),
    fc.record({ type: fc.constantFrom('('), members: fc.array(tie('value'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ type: fc.constantFrom('as'), texts: fc.array(key, { maxLength: 3 }) }),
    fc.record({ type: fc.constantFrom('a{sv}'), entries: fc.array(fc.tuple(key, tie('value')), { maxLength: 3 }) }),
  ) as fc.Arbitrary<RawValue>,
}));

/** The values of a message body. */
export const rawValues: fc.Arbitrary<readonly RawValue[]> = fc.array(anyValue, { maxLength: 4 });

export function signatureOf(values: readonly RawValue[]): string {
  return values.map((one) => (one.type === '(' ? `(${signatureOf(one.members)})` : one.type)).join('');
}

export function rawBody(values: readonly RawValue[], bigEndian: boolean): Buffer {
  const writer = new RawWriter(bigEndian);
  for (const one of values) writer.value(one);
  return Buffer.from(writer.bytes);
}

class RawWriter {
  readonly bytes: number[] = [];
  readonly #bigEndian: boolean;

  constructor(bigEndian: boolean) {
    this.#bigEndian = bigEndian;
  }

  value(one: RawValue): void {
    if ('holds' in one) {
      this.#signature(signatureOf([one.holds]));
      this.value(one.holds);
    } else if ('members' in one) {
      this.#align(8);
      for (const member of one.members) this.value(member);
    } else if ('texts' in one) {
      this.#list(4, () => {
        for (const text of one.texts) this.#text(text);
      });
    } else if ('entries' in one) {
      this.#list(8, () => {
        for (const [name, value] of one.entries) this.#entry(name, value);
      });
    } else if (one.type === 'g') this.#signature(one.value);
    else if (typeof one.value === 'string') this.#text(one.value);
    else this.#number(one.type, one.value);
  }

  #entry(name: string, value: RawValue): void {
    this.#align(8);
    this.#text(name);
    this.value({ type: 'v', holds: value });
  }

  #number(type: string, value: number | bigint): void {
    const size = { y: 1, n: 2, q: 2, x: 8, t: 8, d: 8 }[type] ?? 4;
    this.#align(size);
    const view = new DataView(new ArrayBuffer(8));
    if (type === 'd') view.setFloat64(0, Number(value));
    else view.setBigInt64(0, BigInt(value));
    const bytes = [...new Uint8Array(view.buffer, 8 - size)];
    this.bytes.push(...(this.#bigEndian ? bytes : bytes.reverse()));
  }

  #text(text: string): void {
    const bytes = Buffer.from(text);
    this.#number('u', bytes.length);
    this.bytes.push(...bytes, 0);
  }

  #signature(signature: string): void {
    this.bytes.push(signature.length, ...Buffer.from(signature), 0);
  }

  #list(align: number, write: () => void): void {
    this.#number('u', 0);
    const lengthAt = this.bytes.length - 4;
    this.#align(align);
    const start = this.bytes.length;
    write();
    const length = new RawWriter(this.#bigEndian);
    length.#number('u', this.bytes.length - start);
    this.bytes.splice(lengthAt, 4, ...length.bytes);
  }

  #align(to: number): void {
    while (this.bytes.length % to !== 0) this.bytes.push(0);
  }
}
