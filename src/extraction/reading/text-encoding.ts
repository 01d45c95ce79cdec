/**
 * The encoding of a text without a mark, by its bytes. What is not UTF-8 is told by the parts of the older tables that hold the characters in common use:
 * the letters of Korean, the syllables of Japanese, the first level of Chinese, the small letters of Russian. Pure.
 */
import { legacyTextOf, textOf } from '../../domain/detect/text-of-bytes.ts';

interface LegacyEncoding {
  readonly name: string;
  /** Whether two bytes, the first of them over 127, are a character in common use. */
  readonly isUsual: (lead: number, trail: number) => boolean;
  /** Of all pairs. */
  readonly share: number;
}

/** In this order: each is narrower than those after it. */
const legacy: readonly LegacyEncoding[] = [
  { name: 'shift_jis', isUsual: (lead, trail) => (lead === 0x82 && trail >= 0x9f) || (lead === 0x83 && trail >= 0x40), share: 0.25 },
  { name: 'euc-jp', isUsual: (lead, trail) => (lead === 0xa4 || lead === 0xa5) && trail >= 0xa1, share: 0.25 },
  { name: 'euc-kr', isUsual: (lead, trail) => lead >= 0xb0 && lead <= 0xc8 && trail >= 0xa1, share: 0.9 },
  { name: 'gb18030', isUsual: (lead, trail) => lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1, share: 0.7 },
  { name: 'big5', isUsual: (lead, trail) => lead >= 0xa4 && lead <= 0xc6 && (trail < 0x7f || trail >= 0xa1), share: 0.7 },
];
/** Fewer pairs are no evidence for any of them. */
const fewestPairs = 8;

/** As the WHATWG calls it; null for bytes that are no text. A character that is cut at their end does not matter. */
export function encodingOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return textOf(bytes) === null ? null : 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return textOf(bytes) === null ? null : 'utf-16be';
  if (textOf(bytes) !== null) return 'utf-8';
  const pairs = pairsOf(bytes);
  const found = pairs.length < fewestPairs ? undefined : legacy.find((one) => isWrittenIn(one, pairs) && isValid(one.name, bytes));
  if (found !== undefined) return found.name;
  if (isRussian(bytes)) return 'windows-1251';
  return legacyTextOf(bytes) === null ? null : 'windows-1252';
}

/** Each byte over 127 with the one behind it, as the older encodings read them. */
function pairsOf(bytes: Uint8Array): readonly (readonly [lead: number, trail: number])[] {
  const pairs: (readonly [number, number])[] = [];
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    pairs.push([lead, bytes[at + 1] ?? 0]);
    at += 1;
  }
  return pairs;
}

function isWrittenIn({ isUsual, share }: LegacyEncoding, pairs: ReturnType<typeof pairsOf>): boolean {
  return pairs.filter(([lead, trail]) => isUsual(lead, trail)).length / pairs.length >= share;
}

function isValid(encoding: string, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Words of small letters of the second half of the table, which in Western texts stand alone among ASCII. */
function isRussian(bytes: Uint8Array): boolean {
  let [letters, joined] = [0, 0];
  for (let at = 1; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13) return false;
    if (byte < 0xe0) continue;
    letters += 1;
    if ((bytes[at - 1] ?? 0) >= 0xc0) joined += 1;
  }
  return letters >= fewestPairs && joined / letters > 0.6;
}
