/** The text of a document while it is read: pieces, with the separators between them, up to the limit. */
import type { CutBy } from '../../contract/extraction.ts';
import { extractionLimits } from '../../contract/words/extraction-limits.ts';

/** Between two pieces: the widest of those that were asked for. */
const weights = { ' ': 1, '\t': 2, '\n': 3, '\n\n': 4 } as const;
type Separator = keyof typeof weights;

/** Characters after which pieces are joined: each piece that is kept apart costs memory. */
const joinedLength = 65_536;

/** Of empty lines in a row there are two at most: as many as stand between the functions of some languages. */
const mostLineEnds = 3;

/** In a row: no program has more columns. */
const mostTabs = 16_384;

/** Where a word may be broken, in formats whose lines are not those of the text: it is not. */
export const softHyphen = '\u00AD';

export class TextParts {
  readonly #parts: string[] = [];
  readonly #limit: number;
  #last = '';
  #length = 0;
  #separator = '';
  #weight = 0;
  /** Of the empty cells that the row begins with; null outside of one, and behind its first piece. */
  #before: string | null = null;
  #cutBy: CutBy | null = null;
  /** What `takeNew` gave: whole parts, and characters of what followed them. */
  #taken = { parts: 0, ofLast: 0 };

  /** @param limit in UTF-16 units. */
  constructor(limit: number = extractionLimits.text) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#length;
  }

  /** There was more than fits: whoever reads may stop. */
  get isCut(): boolean {
    return this.#cutBy !== null;
  }

  /** The limit that ended it; null if none did. */
  get cutBy(): CutBy | null {
    return this.#cutBy;
  }

  /** Says that not everything was read. */
  cut(by: CutBy = 'size'): void {
    this.#cutBy ??= by;
  }

  add(piece: string): void {
    if (piece === '' || this.isCut) return;
    if (this.#length > 0) this.#push(this.#separator);
    if (this.#before !== null) this.#push(this.#before);
    this.#before = null;
    this.#separator = '';
    this.#weight = 0;
    this.#push(piece);
  }

  /** Before the next piece, if one follows. Tabs add up, because the cell between two of them is empty. */
  separate(separator: Separator): void {
    const weight = weights[separator];
    if (this.#before !== null && separator === '\t') {
      if (this.#before.length < mostTabs) this.#before += separator;
      return;
    }
    if (separator.startsWith('\n')) this.#before = null;
    if (separator === '\t' && this.#weight === weight && this.#separator.length < mostTabs) this.#separator += separator;
    if (weight <= this.#weight) return;
    this.#separator = separator;
    this.#weight = weight;
  }

  /** Ends the line that is open; if none is, this is an empty line. */
  endLine(): void {
    if (this.#weight < weights['\n']) return this.separate('\n');
    if (this.#separator.length < mostLineEnds) this.#separator += '\n';
    this.#weight = weights['\n\n'];
  }

  /** A line whose first cells may be empty: their tabs stay, if it has any text. */
  beginRow(): void {
    this.separate('\n');
    this.#before = '';
  }

  /** What came since this was last called, beginning with what separates it from the rest. */
  takeNew(): string {
    const { parts, ofLast } = this.#taken;
    this.#taken = { parts: this.#parts.length, ofLast: this.#last.length };
    return [...this.#parts.slice(parts), this.#last].join('').slice(ofLast);
  }

  /** Ends with one line end, or is empty. */
  toString(): string {
    const text = [...this.#parts, this.#last].join('').trimEnd();
    return text === '' ? '' : `${text.toWellFormed()}\n`;
  }

  #push(piece: string): void {
    const room = this.#limit - this.#length;
    if (piece.length > room) this.cut('characters');
    const taken = piece.length > room ? piece.slice(0, room) : piece;
    this.#length += taken.length;
    this.#last += taken;
    if (this.#last.length < joinedLength) return;
    this.#last.charCodeAt(0); // V8 makes one string of the pieces
    this.#parts.push(this.#last);
    this.#last = '';
  }
}
