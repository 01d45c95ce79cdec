/** RTF as it is searched for secrets (Rich Text Format Specification 1.9.1). */

/** Groups that show no text: tables of fonts and styles, and pictures, which are long numbers in hexadecimal. The target of a link is in another one. */
const withoutText =
  /^\\(?:\*\\)?(?:fonttbl|colortbl|stylesheet|pict|listtable|listoverridetable|rsidtbl|generator|themedata|colorschememapping|latentstyles|datastore|blipuid|objdata)(?![a-z])/;

/** `\pard`, `\fs24 `, `\'e4`, `\u8211?`, `\{`: a control word with its number and the space that ends it, a byte, or a control symbol. */
const control = /\\(?:'([\da-f]{2})|([a-z]{1,32})(-?\d{1,10})? ?|([^a-z]))/iy;

const asText: Readonly<Record<string, string>> = { par: '\n', line: '\n', row: '\n', page: '\n', sect: '\n', tab: '\t', cell: '\t' };
const symbols: Readonly<Record<string, string>> = { '~': ' ', _: '-', '\n': '\n', '\r': '\n' };

/**
 * The text that the RTF shows, with the targets of its links. Formatting may stand in the middle of a word, so it leaves nothing behind. What is not RTF
 * is returned as it is. One pass.
 */
export function searchedRtf(rtf: string): string {
  if (!rtf.startsWith('{\\rtf')) return rtf;
  const parts: string[] = [];
  let depth = 0;
  /** The depth of the group without text that is being read. */
  let hidden = Number.POSITIVE_INFINITY;
  /** A `\uN` is followed by substitutes for earlier readers, as many as `\ucN` says. */
  let [substitutes, perCharacter] = [0, 1];
  let at = 0;
  while (at < rtf.length) {
    const sign = rtf[at] ?? '';
    if (sign === '\\') {
      control.lastIndex = at;
      const [whole = sign, byte, word, number, symbol] = control.exec(rtf) ?? [];
      at += whole.length;
      const text = textOf({ byte, word, number, symbol });
      if (substitutes > 0 && byte !== undefined) substitutes -= 1;
      else if (depth < hidden) parts.push(text);
      if (word === 'u') substitutes = perCharacter;
      if (word === 'uc') perCharacter = Math.min(Math.max(0, Number(number ?? 1)), 8);
      // Bytes as they are, in a picture. Elsewhere nothing is skipped: they would hide the rest.
      if (word === 'bin' && depth >= hidden) at += Math.max(0, Number(number ?? 0));
    } else {
      at += 1;
      if (sign === '{') {
        depth += 1;
        substitutes = 0;
        if (depth < hidden && withoutText.test(rtf.slice(at, at + 40))) hidden = depth;
      } else if (sign === '}') {
        if (depth === hidden) hidden = Number.POSITIVE_INFINITY;
        depth -= 1;
      } else if (sign !== '\r' && sign !== '\n' && depth < hidden) {
        if (substitutes === 0) parts.push(sign);
        substitutes = Math.max(0, substitutes - 1);
      }
    }
  }
  // A group that never ends may hide anything, and so may bytes beyond the end.
  return hidden === Number.POSITIVE_INFINITY && at <= rtf.length ? parts.join('') : rtf;
}

type Control = Readonly<Record<'byte' | 'word' | 'number' | 'symbol', string | undefined>>;

function textOf({ byte, word, number, symbol }: Control): string {
  if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16));
  if (symbol !== undefined) return symbols[symbol] ?? ('{}\\'.includes(symbol) ? symbol : '');
  // Numbers over 32,767 are negative.
  if (word === 'u' && number !== undefined) return String.fromCharCode(Number(number) & 0xffff);
  return asText[word ?? ''] ?? '';
}
