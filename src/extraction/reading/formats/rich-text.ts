/** RTF (Rich Text Format Specification 1.9.1), in one pass over its bytes. */
import { extractionLimits } from '../../../contract/extraction.ts';
import type { Read, ReadingParts } from '../document-reader.ts';
import { NoText } from '../no-text.ts';
import { encodingOfCharset, encodingOfCodePage } from './rich-text-code-pages.ts';

/** Groups that show no text. One that begins with `\*` is for programs that know it, and shows none either, but for these. */
const withoutText = new Set(
  'fonttbl colortbl stylesheet pict info listtable listoverridetable rsidtbl generator themedata colorschememapping latentstyles datastore xmlnstbl fldinst objdata filetbl revtbl'.split(
    ' ',
  ),
);
const shownAnyway = new Set(['shptxt', 'footnote', 'annotation', 'shpinst']);
/** A control word with its number and the blank that ends it, a byte, or a control symbol. */
const control = /\\(?:'([\da-f]{2})|([a-z]{1,32})(-?\d{1,10})? ?|([^a-z]))/iy;
const separators: Readonly<Record<string, '\n' | '\t' | '\n\n'>> = {
  par: '\n',
  line: '\n',
  row: '\n',
  page: '\n\n',
  sect: '\n\n',
  tab: '\t',
  cell: '\t',
  nestcell: '\t',
  nestrow: '\n',
};
const signs: Readonly<Record<string, string>> = {
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
};
const symbols: Readonly<Record<string, string>> = { '~': '\u00A0', _: '-', '\\': '\\', '{': '{', '}': '}' };
const mostDepth = 1_000;

interface Group {
  readonly isHidden: boolean;
  /** A `\uN` is followed by this many substitutes for earlier readers. */
  substitutes: number;
  encoding: string;
}

export function readRichText({ source, text }: ReadingParts): Read {
  if (source.size > extractionLimits.text * 4) text.cut();
  const rtf = source.read(0, extractionLimits.text * 4).toString('latin1');
  const groups: Group[] = [];
  let group: Group = { isHidden: false, substitutes: 1, encoding: 'windows-1252' };
  const fonts = new Map<number, string>();
  let [font, isFontTable, fontTableDepth] = [0, false, 0];
  let pending: number[] = [];
  let skipped = 0;
  let at = 0;
  const flush = (): void => {
    if (pending.length > 0) text.add(new TextDecoder(group.encoding).decode(Uint8Array.from(pending)));
    pending = [];
  };
  const byte = (value: number): void => {
    if (skipped > 0) skipped -= 1;
    else if (!group.isHidden) pending.push(value);
  };
  const word = (name: string, number: number | undefined): void => {
    if (name === 'u') {
      flush();
      if (!group.isHidden) text.add(String.fromCharCode((number ?? 0) & 0xffff));
      skipped = group.substitutes;
    } else if (name === 'uc') group.substitutes = Math.min(Math.max(0, number ?? 1), 8);
    else if (name === 'ansicpg') group.encoding = encodingOfCodePage(number ?? 1252) ?? group.encoding;
    else if (name === 'bin') at += Math.max(0, number ?? 0);
    else if (name === 'fcharset' && isFontTable) fonts.set(font, encodingOfCharset(number ?? 0) ?? '');
    else if (name === 'f') {
      font = number ?? 0;
      flush();
      const encoding = isFontTable ? undefined : fonts.get(font);
      if (encoding) group.encoding = encoding;
    } else if (name in separators || name in signs) {
      flush();
      if (group.isHidden) return;
      const separator = separators[name];
      if (separator === undefined) text.add(signs[name] ?? '');
      else text.separate(separator);
    }
  };
  while (at < rtf.length && !text.isCut) {
    const sign = rtf[at] ?? '';
    if (sign === '\\') {
      control.lastIndex = at;
      const [whole = sign, hexadecimal, name, number, symbol] = control.exec(rtf) ?? [];
      at += whole.length;
      if (hexadecimal !== undefined) byte(Number.parseInt(hexadecimal, 16));
      else if (name !== undefined) word(name, number === undefined ? undefined : Number(number));
      else if (symbol === '\n' || symbol === '\r') word('par', undefined);
      else for (const character of symbols[symbol ?? ''] ?? '') byte(character.charCodeAt(0));
    } else if (sign === '{') {
      flush();
      at += 1;
      skipped = 0;
      if (groups.length > mostDepth) throw new NoText('too-large');
      groups.push(group);
      const { ignorable, name } = destinationAt(rtf, at);
      if (name === 'fonttbl') [isFontTable, fontTableDepth] = [true, groups.length];
      const isHidden = group.isHidden || withoutText.has(name) || (ignorable && !shownAnyway.has(name));
      group = { ...group, isHidden };
    } else if (sign === '}') {
      flush();
      at += 1;
      if (isFontTable && groups.length === fontTableDepth) isFontTable = false;
      const outer = groups.pop();
      if (outer === undefined) break;
      group = outer;
      if (groups.length === 0) return {};
    } else {
      at += 1;
      if (sign !== '\r' && sign !== '\n') byte(sign.charCodeAt(0));
    }
    if (pending.length > 65_536) flush();
  }
  flush();
  if (!text.isCut) throw new NoText('damaged'); // a group never ended
  return {};
}

function destinationAt(rtf: string, at: number): { readonly ignorable: boolean; readonly name: string } {
  const found = /^\\(\*)?(?:\s{0,2}\\)?([a-z]{1,32})/.exec(rtf.slice(at, at + 48));
  return { ignorable: found?.[1] === '*', name: found?.[2] ?? '' };
}
