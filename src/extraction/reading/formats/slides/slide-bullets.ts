/** The bullet or number that stands before a paragraph of a slide, where the paragraph, its box or the master says it. */
import {
  type ItemMarker,
  itemMarker,
  type ListStyle,
  type Placeholder,
  placeholderIn,
  type SlideStyles,
  StyleReader,
} from './slide-styles.ts';

const mostLevels = 9;

export class SlideBullets {
  readonly #styles: SlideStyles;
  readonly #reader = new StyleReader();
  readonly #numbers: number[] = [];
  #box: ListStyle = new Map();
  #placeholder: Placeholder | null = null;
  #isOpen = false;
  #level = 0;
  #own: ItemMarker | null = null;

  constructor(styles: SlideStyles) {
    this.#styles = styles;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'p:sp' || name === 'p:graphicFrame') this.#placeholder = null;
    else if (name === 'p:ph') this.#placeholder = placeholderIn(attributes);
    else if (name === 'p:txBody' || name === 'a:txBody') {
      this.#numbers.length = 0;
      this.#box = new Map();
      // A cell of a table is no box of the layout.
      if (name === 'a:txBody') this.#placeholder = null;
    } else if (name === 'a:lstStyle') this.#reader.begin(this.#box);
    else if (name === 'a:p') [this.#isOpen, this.#level, this.#own] = [true, 0, null];
    else if (!this.#isOpen) this.#reader.open(name, attributes);
    else if (name === 'a:pPr') this.#level = Math.min(mostLevels, Math.max(0, Math.trunc(Number(attributes.lvl ?? 0)) || 0));
    else this.#own = itemMarker(name, attributes) ?? this.#own;
  }

  close(name: string): void {
    if (name === 'a:lstStyle') this.#reader.end();
    else if (name === 'a:p') this.#isOpen = false;
  }

  /** Before the first words of the paragraph. */
  marker(): string {
    const ofStyles = this.#placeholder === null ? null : this.#styles.marker(this.#placeholder, this.#level);
    const marker = this.#own ?? this.#box.get(this.#level) ?? ofStyles;
    const blanks = '  '.repeat(this.#level);
    if (marker?.kind === 'number') return `${blanks}${this.#next(marker.start)}. `;
    this.#numbers.length = Math.min(this.#numbers.length, this.#level);
    return marker?.kind === 'bullet' ? `${blanks}• ` : '';
  }

  /** A list within an item begins anew in the next one. */
  #next(start: number): number {
    const number = this.#numbers[this.#level] ?? start;
    this.#numbers.length = this.#level;
    this.#numbers[this.#level] = number + 1;
    return number;
  }
}
