/** Texts of any characters, for property tests. */
import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/** Any code point except surrogates. fast-check's own unit for these, `binary`, takes more than a second in each process. */
const anyCharacter = fc
  .nat(0x10_ffff - surrogates.count)
  .map((number) => String.fromCodePoint(number < surrogates.first ? number : number + surrogates.count));

/** @param maxLength in characters */
export function anyText({ maxLength }: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ unit: anyCharacter, ...(maxLength === undefined ? {} : { maxLength }) });
}
