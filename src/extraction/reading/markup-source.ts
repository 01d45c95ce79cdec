/**
 * HTML out of a file, in pieces, so that none of it need be held as a whole. Without what nobody reads and what may be most of a page: the content of
 * scripts and styles, but for what a page says of itself in one (JSON-LD), and all but the beginning of long attributes and comments, such as pictures in a
 * `data:` address.
 */
import { deserialize, serialize } from 'node:v8';
import { extractionLimits } from '../../contract/words/extraction-limits.ts';
import type { SourceFile } from './source-file.ts';
import { encodingOf } from './text-encoding.ts';

const judgedBytes = 65_536;
const chunkBytes = 1024 * 1024;
/** Of one attribute, of what is between two of them, or of a comment: more than any address that is taken. */
const mostOfOne = 4_096;
/** Of JSON-LD. */
const mostJsonLd = 65_536;
/** Of the tag of a script, in which its type is looked for. */
const judgedTag = 1_024;
/** Of what is left of a page, UTF-16 units: there are tags between its text. */
const mostMarkup = extractionLimits.text * 2;

/** Can be read more than once, each time from the start. */
export class MarkupSource implements Iterable<string> {
  readonly #source: SourceFile;
  #isCut = false;

  constructor(source: SourceFile) {
    this.#source = source;
  }

  /** A reading ended before the page did. */
  get isCut(): boolean {
    return this.#isCut;
  }

  *[Symbol.iterator](): Generator<string> {
    const decoder = new TextDecoder(this.#encoding());
    const lean = new LeanMarkup();
    let length = 0;
    for (let at = 0; at < this.#source.size; at += chunkBytes) {
      const stream = at + chunkBytes < this.#source.size;
      const piece = lean.write(decoder.decode(this.#source.read(at, chunkBytes), { stream }), !stream);
      length += piece.length;
      if (length > mostMarkup) {
        this.#isCut = true;
        return;
      }
      yield piece;
    }
  }

  /** All of it, or null if that is longer. */
  upTo(most: number): string | null {
    let markup = '';
    for (const piece of this) {
      markup += piece;
      if (markup.length > most) return null;
    }
    return this.#isCut ? null : markup;
  }

  #encoding(): string {
    const head = this.#source.read(0, judgedBytes);
    const marked = encodingOf(head);
    if (marked?.startsWith('utf')) return marked;
    return usable(declaredEncoding(head.toString('latin1', 0, 4_096))) ?? marked ?? 'utf-8';
  }
}

/** Of a `<meta charset=…>`, or the older form with a content type. */
function declaredEncoding(head: string): string | null {
  const at = head.toLowerCase().indexOf('charset');
  return at < 0 ? null : (/^charset\s?=\s?["']?([\w-]{2,40})/i.exec(head.slice(at, at + 60))?.[1] ?? null);
}

/** Null for an encoding that there is not. */
function usable(encoding: string | null): string | null {
  try {
    return encoding === null ? null : new TextDecoder(encoding).encoding;
  } catch {
    return null;
  }
}

/** Within a tag; `between` is before an attribute. */
type TagState = 'name' | 'between' | 'slash' | 'attribute' | 'after-attribute' | 'before-value' | 'unquoted';

/** What goes on until something ends it, whatever else is in it. */
interface Stretch {
  readonly end: string | RegExp;
  /** Of its characters, how many are kept. */
  readonly most: number;
  readonly next: State;
}

type State = 'text' | TagState | Stretch;

const doubleQuoted: Stretch = { end: '"', most: mostOfOne, next: 'between' };
const singleQuoted: Stretch = { end: "'", most: mostOfOne, next: 'between' };
const comment: Stretch = { end: '-->', most: mostOfOne, next: 'text' };
/** Outside XML, this is a comment too. */
const cdata: Stretch = { end: ']]>', most: mostOfOne, next: 'text' };
/** Whatever else begins with `<!`, `<?` or `</`. It is text if the page ends in it. */
const declaration: Stretch = { end: '>', most: Number.POSITIVE_INFINITY, next: 'text' };
const script: Stretch = { end: /<\/script(?=[\t\n\f\r >])/gi, most: 0, next: declaration };
/** The only scripts that Readability reads: the title of an article may be in one. */
const jsonLd: Stretch = { ...script, most: mostJsonLd };
/** Elements whose content is no markup. */
const contents: Readonly<Record<string, Stretch>> = {
  script,
  style: { ...script, end: /<\/style(?=[\t\n\f\r >])/gi },
  title: { ...declaration, end: /<\/title(?=[\t\n\f\r >])/gi, next: declaration },
  textarea: { ...declaration, end: /<\/textarea(?=[\t\n\f\r >])/gi, next: declaration },
  xmp: { ...declaration, end: /<\/xmp(?=[\t\n\f\r >])/gi, next: declaration },
};

const contentStart = /<(script|style|title|textarea|xmp)(?=[\t\n\f\r />])/iy;
const jsonLdType = /\stype\s?=\s?["']?application\/ld\+json["'\s>]/i;
/** The longest thing that is looked for. */
const lookahead = '</textarea>'.length;
const [exclamation, doubleQuote, singleQuote, slash, equals, greater, question] = [0x21, 0x22, 0x27, 0x2f, 0x3d, 0x3e, 0x3f];

/**
 * Takes a page piece by piece, and gives back what of it is wanted. Linear, whatever it is made of. Sees tags where htmlparser2 sees them, also where that
 * differs from the standard: otherwise text would be lost between the two.
 */
export class LeanMarkup {
  #state: State = 'text';
  /** Of the element that the open tag begins. */
  #content: Stretch | null = null;
  /** For what is cut when it is long. */
  #room = 0;
  #lean = '';
  /** What is kept of the piece, and not copied yet. */
  #from = 0;
  #to = 0;
  /** The end of the last piece, which may be the beginning of something. */
  #rest = '';

  write(piece: string, isLast: boolean): string {
    const text = this.#rest + piece;
    [this.#lean, this.#from, this.#to] = ['', 0, 0];
    let at = 0;
    while (at < text.length) {
      const next = this.#step(text, at, isLast);
      if (next === null) break;
      at = next;
    }
    this.#rest = text.slice(at);
    return ofItsOwn(this.#lean + text.slice(this.#from, this.#to));
  }

  /** Where it goes on; null if more has to be known. */
  #step(text: string, at: number, isLast: boolean): number | null {
    const state = this.#state;
    if (typeof state === 'object') return this.#stretch(state, text, at, isLast);
    return state === 'text' ? this.#text(text, at, isLast) : this.#tag(state, text, at);
  }

  #text(text: string, at: number, isLast: boolean): number | null {
    const start = text.indexOf('<', at);
    if (start !== at) return this.#all(text, at, start < 0 ? text.length : start);
    if (!isLast && text.length - start < lookahead) return null;
    const code = text.charCodeAt(start + 1);
    if (isLetter(code)) return this.#opened(text, start, isLast);
    if (code === slash || code === question) return this.#go(declaration, start, text, start + 2);
    if (code !== exclamation) return this.#all(text, start, start + 1);
    // `<!-->` is a whole comment.
    if (text.startsWith('--', start + 2)) return this.#go(comment, start, text, start + 2);
    if (text.startsWith('[CDATA[', start + 2)) return this.#go(cdata, start, text, start + 9);
    // The first character of a declaration does not end it.
    return this.#go(declaration, start, text, start + (text[start + 2] === '-' ? 4 : 3));
  }

  #opened(text: string, start: number, isLast: boolean): number | null {
    contentStart.lastIndex = start;
    this.#content = contents[contentStart.exec(text)?.[1]?.toLowerCase() ?? ''] ?? null;
    if (this.#content === script) {
      const tag = text.slice(start, start + judgedTag);
      const end = tag.indexOf('>');
      if (end < 0 && tag.length < judgedTag && !isLast) return null;
      if (jsonLdType.test(end < 0 ? tag : tag.slice(0, end + 1))) this.#content = jsonLd;
    }
    return this.#go('name', start, text, start + 1);
  }

  #stretch({ end, next }: Stretch, text: string, at: number, isLast: boolean): number | null {
    const found = placeOf(end, text, at);
    if (found !== null) return this.#go(next, this.#keep(text, at, found.from), text, found.to);
    const to = isLast ? text.length : text.length - lookahead;
    return to > at ? this.#keep(text, at, to) : null;
  }

  #tag(state: TagState, text: string, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      const next = afterCharacter(state, text.charCodeAt(at));
      if (next !== state) {
        // What is closed in itself has no content (XHTML).
        const content = next === 'text' && state !== 'slash' ? this.#content : null;
        return this.#go(content ?? next, this.#keep(text, from, at), text, at + 1);
      }
    }
    return this.#keep(text, from, text.length);
  }

  /** What ends one state and begins the next is always kept. */
  #go(state: State, from: number, text: string, to: number): number {
    this.#state = state;
    if (typeof state === 'object') this.#room = state.most;
    // A name is kept whole, because its end has to be the end of the same.
    else this.#room = state === 'name' ? Number.POSITIVE_INFINITY : mostOfOne;
    return this.#all(text, from, Math.min(to, text.length));
  }

  #all(text: string, from: number, to: number): number {
    if (from !== this.#to) {
      this.#lean += text.slice(this.#from, this.#to);
      this.#from = from;
    }
    this.#to = to;
    return to;
  }

  /** As much as there is room for. */
  #keep(text: string, from: number, to: number): number {
    const taken = Math.min(to - from, this.#room);
    this.#all(text, from, from + taken);
    this.#room -= taken;
    return to;
  }
}

function placeOf(end: string | RegExp, text: string, at: number): { readonly from: number; readonly to: number } | null {
  if (typeof end === 'string') {
    const from = text.indexOf(end, at);
    return from < 0 ? null : { from, to: from + end.length };
  }
  end.lastIndex = at;
  const found = end.exec(text);
  return found === null ? null : { from: found.index, to: end.lastIndex };
}

const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
const isBlank = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d;

/** By one character at a time, so that no piece ends in the middle of something. */
function afterCharacter(state: TagState, code: number): State {
  if (code === greater) return 'text';
  if (state === 'unquoted') return isBlank(code) ? 'between' : state;
  if (state === 'before-value') {
    if (code === doubleQuote) return doubleQuoted;
    if (code === singleQuote) return singleQuoted;
    return isBlank(code) ? state : 'unquoted';
  }
  if (code === slash) return 'slash';
  if (isBlank(code)) {
    if (state === 'name') return 'between';
    return state === 'attribute' ? 'after-attribute' : state;
  }
  if (code === equals && (state === 'attribute' || state === 'after-attribute')) return 'before-value';
  return state === 'name' ? state : 'attribute';
}

/** A part of a string holds all of it in memory, in V8: a megabyte for each word that is kept of one. */
function ofItsOwn(text: string): string {
  return deserialize(serialize(text)) as string;
}
