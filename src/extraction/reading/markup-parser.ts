/**
 * HTML as events, of a tree that is never built: htmlparser2 tells the tags from the text, and which elements are open is kept here. The parser of that
 * package takes the square of the depth, and 200,000 elements in each other keep it for 15 s.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

type Attributes = Readonly<Record<string, string>>;

/** Each element that is opened is closed, after those in it. */
export interface MarkupReader {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  readonly comment?: (comment: string) => void;
}

/** As in browsers: an element that would be deeper stands beside the innermost one, not in it. So text is never lost. */
export const mostMarkupDepth = 512;

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const withoutContent = names('area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr');
const paragraph = names('p');
const formParts = names('input option optgroup select button datalist textarea');
const definitionParts = names('dd dt');
const rubyParts = names('rt rp');
const tableSections = names('thead tbody');
/** What an element ends, where it is the innermost one (HTML, §13.1.2.4). */
const ends: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['tr', names('tr th td')],
  ['th', names('th')],
  ['td', names('thead th td')],
  ['body', names('head link script')],
  ['li', names('li')],
  ['option', names('option')],
  ['optgroup', names('optgroup option')],
  ...each('select input output button datalist textarea', formParts),
  ...each('dd dt', definitionParts),
  ...each('rt rp', rubyParts),
  ...each('tbody tfoot', tableSections),
  ...each('p h1 h2 h3 h4 h5 h6 address article aside blockquote details div dl fieldset figcaption', paragraph),
  ...each('figure footer form header hr main nav ol pre section table ul', paragraph),
]);
/** In them, an element may be closed in itself; but not in what of HTML is in them. */
const foreign = names('math svg');
const foreignText = names('mi mo mn ms mtext annotation-xml foreignobject desc title');

function each(list: string, ended: ReadonlySet<string>): (readonly [string, ReadonlySet<string>])[] {
  return list.split(' ').map((name) => [name, ended]);
}

interface OpenElement {
  readonly name: string;
  readonly isForeign: boolean;
}

export class MarkupParser {
  readonly #reader: MarkupReader;
  readonly #tokenizer: Tokenizer;
  readonly #open: OpenElement[] = [];
  /** How many of them are open, by name: whoever closes what is not open looks through none. */
  readonly #counts = new Map<string, number>();
  #wasTooDeep = false;
  /** Pieces that something may still begin in, and the place of the first. */
  readonly #pieces: string[] = [];
  #at = 0;
  #name = '';
  #attributes: Record<string, string> = {};
  #attribute = { name: '', value: '' };

  constructor(reader: MarkupReader) {
    this.#reader = reader;
    this.#tokenizer = new Tokenizer({}, this.#heard());
  }

  /** Something stands beside what it was in. */
  get wasTooDeep(): boolean {
    return this.#wasTooDeep;
  }

  write(piece: string): void {
    this.#pieces.push(piece);
    this.#tokenizer.write(piece);
  }

  end(): void {
    this.#tokenizer.end();
  }

  #heard(): TokenizerCallbacks {
    const { text, comment } = this.#reader;
    return {
      ontext: (start, end) => text?.(this.#slice(start, end)),
      ontextentity: (code) => text?.(String.fromCodePoint(code)),
      oncomment: (start, end, offset) => comment?.(this.#slice(start, end - offset)),
      // Outside XML, this is a comment too.
      oncdata: (start, end, offset) => comment?.(`[CDATA[${this.#slice(start, end - offset)}]]`),
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onopentagname: (start, end) => {
        this.#name = this.#slice(start, end).toLowerCase();
        this.#attributes = {};
      },
      onattribname: (start, end) => {
        this.#attribute = { name: this.#slice(start, end).toLowerCase(), value: '' };
      },
      onattribdata: (start, end) => {
        this.#attribute.value += this.#slice(start, end);
      },
      onattribentity: (code) => {
        this.#attribute.value += String.fromCodePoint(code);
      },
      onattribend: () => {
        const { name, value } = this.#attribute;
        if (!Object.hasOwn(this.#attributes, name)) this.#attributes[name] = value;
      },
      onopentagend: () => this.#begin(this.#name, this.#attributes),
      onselfclosingtag: () => {
        this.#begin(this.#name, this.#attributes);
        if (this.#open.at(-1)?.isForeign && !withoutContent.has(this.#name)) this.#endInnermost();
      },
      onclosetag: (start, end) => this.#close(this.#slice(start, end).toLowerCase()),
      onend: () => {
        while (this.#open.length > 0) this.#endInnermost();
      },
    };
  }

  #begin(name: string, attributes: Attributes): void {
    const ended = ends.get(name);
    while (ended?.has(this.#open.at(-1)?.name ?? '')) this.#endInnermost();
    if (withoutContent.has(name)) {
      this.#reader.open?.(name, attributes);
      this.#reader.close?.(name);
      return;
    }
    if (this.#open.length >= mostMarkupDepth) {
      this.#wasTooDeep = true;
      this.#endInnermost();
    }
    const isForeign = foreign.has(name) || (!foreignText.has(name) && this.#open.at(-1)?.isForeign === true);
    this.#open.push({ name, isForeign });
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    this.#reader.open?.(name, attributes);
  }

  #endInnermost(): void {
    const ended = this.#open.pop();
    if (ended === undefined) return;
    const left = (this.#counts.get(ended.name) ?? 1) - 1;
    if (left > 0) this.#counts.set(ended.name, left);
    else this.#counts.delete(ended.name);
    this.#reader.close?.(ended.name);
  }

  #close(name: string): void {
    if (name === 'br') return this.#begin(name, {});
    const left = (this.#counts.get(name) ?? 0) - 1;
    if (left >= 0) while ((this.#counts.get(name) ?? 0) > left) this.#endInnermost();
    else if (name === 'p') {
      // There is an empty one before it.
      this.#begin(name, {});
      this.#endInnermost();
    }
  }

  /** It begins no earlier than those before it. */
  #slice(start: number, end: number): string {
    while (this.#pieces.length > 1 && start - this.#at >= (this.#pieces[0]?.length ?? 0)) this.#dropPiece();
    let slice = this.#pieces[0]?.slice(start - this.#at, end - this.#at) ?? '';
    while (this.#pieces.length > 1 && end - this.#at > (this.#pieces[0]?.length ?? 0)) {
      this.#dropPiece();
      slice += this.#pieces[0]?.slice(0, end - this.#at) ?? '';
    }
    return slice;
  }

  #dropPiece(): void {
    this.#at += this.#pieces.shift()?.length ?? 0;
  }
}
