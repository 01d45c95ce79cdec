/** RTF (Rich Text Format Specification 1.9.1), in one pass over its bytes. */
import { extractionLimits } from '../../../contract/words/extraction-limits.ts';
import type { Read, ReadingParts } from '../document-reader.ts';
import { NoText } from '../no-text.ts';
import type { PartKind } from '../structure/document-parts.ts';
import { encodingOfCharset, encodingOfCodePage } from './rich-text-code-pages.ts';
import { type Paragraph, RichTextOutput } from './rich-text-output.ts';

/** Groups that show no text. One that begins with `\*` is for programs that know it, and shows none either, but for these. */
const withoutText = new Set(
  'fonttbl colortbl pict info listtable listoverridetable rsidtbl generator themedata colorschememapping latentstyles datastore xmlnstbl objdata filetbl revtbl nonesttables sp'.split(
    ' ',
  ),
);
const shownAnyway = new Set(['shptxt', 'footnote', 'annotation', 'shpinst', 'fldinst', 'nesttableprops']);
/** Footnotes, endnotes and comments: their words would stand within a sentence. */
const notes = new Set(['footnote', 'annotation']);
/** What a field is made from, of which only the address of a link is taken; and the names of styles. */
const collected = new Map<string, Into>([
  ['fldinst', 'instruction'],
  ['stylesheet', 'style'],
  ['listtext', 'marker'],
  ['pntext', 'marker'],
  ['nesttableprops', 'row'],
]);
/** A control word with its number and the blank that ends it, a byte, or a control symbol. */
const control = /\\(?:'([\da-f]{2})|([a-z]{1,32})(-?\d{1,10})? ?|([^a-z]))/iy;
const separators: Readonly<Record<string, '\n' | '\t' | '\n\n'>> = {
  line: '\n',
  page: '\n\n',
  sect: '\n\n',
  tab: '\t',
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
/** Pictures are in it, in two characters for each byte. */
const mostBytes = extractionLimits.text * 4;

/** Where text goes. */
type Into = 'text' | 'marker' | 'instruction' | 'style' | 'row' | 'note' | 'nothing';

interface Group {
  into: Into;
  /** The result of a field that is a link. */
  readonly isLink: boolean;
  /** A `\uN` is followed by this many substitutes for earlier readers. */
  substitutes: number;
  encoding: string;
  /** Of paragraphs, by its number. */
  style: number;
  isInTable: boolean | null;
  /** Of tables in each other. */
  nesting: number;
  /** A note or a text box, whose paragraphs do not say that they are in a table. */
  readonly isBeside: boolean;
  level: number;
}

const outermost: Group = {
  into: 'text',
  isLink: false,
  substitutes: 1,
  encoding: 'windows-1252',
  style: 0,
  isInTable: null,
  nesting: 0,
  isBeside: false,
  level: 0,
};
const headingNames = /^heading/i;
const codeNames = /^(?:html )?preformatted|^(?:source |program )?code\b|^macro text/i;
const linkInstruction = /^\s{0,9}HYPERLINK\s{1,9}"([^"]{1,2048})"/i;
/** Of the name of a style, of a marker or of what a field is made from. */
const mostCollected = 4_096;

export function readRichText({ source, text, structure }: ReadingParts): Read {
  const rtf = source.read(0, mostBytes).toString('latin1');
  const isWhole = new RichText(rtf, new RichTextOutput(text, structure), () => text.isCut).read();
  if (source.size > mostBytes) text.cut();
  else if (!isWhole && !text.isCut) throw new NoText('damaged'); // a group never ended
  return {};
}

class RichText {
  readonly #rtf: string;
  readonly #output: RichTextOutput;
  readonly #isEnough: () => boolean;
  readonly #groups: Group[] = [];
  #group: Group = { ...outermost };
  readonly #fonts = new Map<number, string>();
  #font = 0;
  #fontTableDepth = 0;
  /** Of paragraph styles that are not prose. */
  readonly #kinds = new Map<number, PartKind>();
  #pending: number[] = [];
  #skipped = 0;
  #at = 0;
  #collected = '';
  /** Of the field whose result comes next. */
  #href = '';

  constructor(rtf: string, output: RichTextOutput, isEnough: () => boolean) {
    this.#rtf = rtf;
    this.#output = output;
    this.#isEnough = isEnough;
  }

  /** False if it broke off. */
  read(): boolean {
    const rtf = this.#rtf;
    let isWhole = false;
    while (this.#at < rtf.length && !isWhole && !this.#isEnough()) {
      const sign = rtf[this.#at] ?? '';
      if (sign === '\\') this.#control();
      else {
        this.#at += 1;
        if (sign === '{') this.#openGroup();
        else if (sign === '}') isWhole = this.#endGroup();
        else if (sign !== '\r' && sign !== '\n') this.#byte(sign.charCodeAt(0));
      }
      if (this.#pending.length > 65_536) this.#flush();
    }
    this.#flush();
    this.#output.end();
    return isWhole;
  }

  #control(): void {
    control.lastIndex = this.#at;
    const [whole = '\\', hexadecimal, name, number, symbol] = control.exec(this.#rtf) ?? [];
    this.#at += whole.length;
    if (hexadecimal !== undefined) this.#byte(Number.parseInt(hexadecimal, 16));
    else if (name !== undefined) this.#word(name, number === undefined ? undefined : Number(number));
    else if (symbol === '\n' || symbol === '\r') this.#word('par', undefined);
    else for (const character of symbols[symbol ?? ''] ?? '') this.#byte(character.charCodeAt(0));
  }

  #openGroup(): void {
    this.#flush();
    this.#skipped = 0;
    if (this.#groups.length > mostDepth) throw new NoText('too-deep');
    const outer = this.#group;
    this.#groups.push(outer);
    const { ignorable, name } = destinationAt(this.#rtf, this.#at);
    if (name === 'fonttbl') this.#fontTableDepth = this.#groups.length;
    if (name === 'field') this.#href = '';
    const isHidden = outer.into === 'nothing' || withoutText.has(name) || (ignorable && !shownAnyway.has(name));
    const isNote = !isHidden && outer.into === 'text' && notes.has(name);
    const into = isHidden ? 'nothing' : isNote ? 'note' : intoOf(name, outer.into);
    if (isNote) this.#output.openNote();
    if (into === 'style' || (into === 'instruction' && outer.into === 'text')) this.#collected = '';
    const isLink = name === 'fldrslt' && into === 'text' && this.#href !== '';
    if (isLink) this.#output.openLink(this.#href);
    this.#group = { ...outer, into, isLink, isBeside: outer.isBeside || shownAnyway.has(name) };
  }

  /** True if it was the whole document. */
  #endGroup(): boolean {
    this.#flush();
    if (this.#groups.length === this.#fontTableDepth) this.#fontTableDepth = 0;
    const ended = this.#group;
    this.#group = this.#groups.pop() ?? ended;
    if (ended.isLink) this.#output.endLink();
    if (ended.into === 'style' && this.#group.into === 'style') {
      const name = this.#collected.trim();
      if (codeNames.test(name)) this.#kinds.set(ended.style, 'code');
      else if (headingNames.test(name)) this.#kinds.set(ended.style, 'heading');
    }
    if (ended.into === 'instruction' && this.#group.into !== 'instruction') this.#href = linkInstruction.exec(this.#collected)?.[1] ?? '';
    return this.#groups.length === 0;
  }

  #byte(value: number): void {
    if (this.#skipped > 0) this.#skipped -= 1;
    else if (this.#group.into !== 'nothing') this.#pending.push(value);
  }

  #flush(): void {
    if (this.#pending.length > 0) this.#add(new TextDecoder(this.#group.encoding).decode(Uint8Array.from(this.#pending)));
    this.#pending = [];
  }

  #add(piece: string): void {
    const { into } = this.#group;
    if (into === 'text') this.#output.add(piece, this.#paragraph());
    else if (into === 'marker') this.#output.addMarker(piece);
    else if (into === 'note') this.#output.addNote(piece);
    else if (into !== 'nothing' && into !== 'row' && this.#collected.length < mostCollected)
      this.#collected += piece.slice(0, mostCollected);
  }

  #paragraph(): Paragraph {
    const { isInTable, level, style, nesting } = this.#group;
    return { isInTable, level, nesting, kind: this.#kinds.get(style) ?? 'prose' };
  }

  #word(name: string, number: number | undefined): void {
    const group = this.#group;
    if (name === 'u') {
      this.#flush();
      this.#add(String.fromCharCode((number ?? 0) & 0xffff));
      this.#skipped = group.substitutes;
    } else if (name === 'uc') group.substitutes = Math.min(Math.max(0, number ?? 1), 8);
    else if (name === 'ansicpg') group.encoding = encodingOfCodePage(number ?? 1252) ?? group.encoding;
    else if (name === 'bin') this.#at += Math.max(0, number ?? 0);
    else if (name === 'fcharset' && this.#fontTableDepth > 0) this.#fonts.set(this.#font, encodingOfCharset(number ?? 0) ?? '');
    else if (name === 'f') {
      this.#font = number ?? 0;
      this.#flush();
      const encoding = this.#fontTableDepth > 0 ? undefined : this.#fonts.get(this.#font);
      if (encoding) group.encoding = encoding;
    } else if (name === 'pard' || name === 's') {
      this.#flush();
      group.style = name === 's' ? (number ?? 0) : 0;
      if (name === 'pard') [group.isInTable, group.level] = [group.isBeside ? group.isInTable : false, 0];
      if (name === 'pard' && !group.isBeside) group.nesting = 0;
    } else if (name === 'itap') group.nesting = Math.max(0, number ?? 1);
    else if (name === 'nestrow' && group.into === 'row') this.#output.endNestedRow(this.#paragraph());
    else if (name === 'ilvl') group.level = Math.max(0, number ?? 0);
    else if (group.into === 'text') this.#layout(name, number ?? 0);
    else if (group.into === 'note') this.#layoutOfNote(name);
  }

  /** In a note there are paragraphs and signs. */
  #layoutOfNote(name: string): void {
    this.#flush();
    if (name === 'par' || name in separators) this.#output.addNote(name === 'tab' ? ' ' : '\n');
    else if (name in signs) this.#add(signs[name] ?? '');
  }

  /** What stands between pieces of text. */
  #layout(name: string, number: number): void {
    const output = this.#output;
    if (name === 'trowd' || name === 'intbl') this.#flush();
    if (name === 'trowd') output.defineRow();
    else if (name === 'cellx') output.addEdge(number);
    else if (name === 'clvmgf') output.mergeDown('begins');
    else if (name === 'clvmrg') output.mergeDown('goes-on');
    else if (name === 'trhdr') output.markHeading();
    else if (name === 'nestcell') {
      this.#flush();
      output.endNestedCell(this.#paragraph());
    } else if (name === 'nestrow') output.endNestedRow(this.#paragraph());
    else if (name === 'intbl') {
      this.#group.isInTable = true;
      output.openRow();
    } else if (name in separators || name in signs || name === 'par' || name === 'cell' || name === 'row') {
      this.#flush();
      const separator = separators[name];
      if (separator !== undefined) output.separate(separator, this.#paragraph());
      else if (name === 'par') output.endParagraph(this.#paragraph());
      else if (name === 'cell') output.endCell();
      else if (name === 'row') output.endRow();
      else this.#add(signs[name] ?? '');
    }
  }
}

/** Where the text of a group goes, in one whose text goes there. */
function intoOf(name: string, outer: Into): Into {
  const own = collected.get(name);
  if (outer === 'text') return own ?? 'text';
  return outer === 'note' && own !== undefined ? 'nothing' : outer;
}

function destinationAt(rtf: string, at: number): { readonly ignorable: boolean; readonly name: string } {
  const found = /^\\(\*)?(?:\s{0,2}\\)?([a-z]{1,32})/.exec(rtf.slice(at, at + 48));
  return { ignorable: found?.[1] === '*', name: found?.[2] ?? '' };
}
