/** What the styles of an ODT say of its paragraphs (OpenDocument 1.3, part 3, §16): items of lists, and code. */

interface OpenList {
  readonly style: string;
  count: number;
}

type Attributes = Readonly<Record<string, string>>;

const mostLevels = 10;
const codeNames = /^(?:preformatted|source|code)/i;

/** Hears the elements of `styles.xml` and `content.xml`, in this order: styles are before what they are used for. */
export class OpenLists {
  /** Of each style of lists, by level from 0 on: a bullet, a number, or nothing. */
  readonly #levels = new Map<string, ('bullet' | 'number' | 'none')[]>();
  readonly #parents = new Map<string, string>();
  readonly #lists: OpenList[] = [];
  #levelsOfStyle: ('bullet' | 'number' | 'none')[] = [];
  #isItem = false;

  open(name: string, attributes: Attributes): void {
    if (name === 'style:style') this.#parents.set(attributes['style:name'] ?? '', attributes['style:parent-style-name'] ?? '');
    else if (name === 'text:list-style') {
      this.#levelsOfStyle = [];
      this.#levels.set(attributes['style:name'] ?? '', this.#levelsOfStyle);
    } else if (name === 'text:list-level-style-bullet') this.#level(attributes, 'bullet');
    else if (name === 'text:list-level-style-number')
      this.#level(attributes, (attributes['style:num-format'] ?? '') === '' ? 'none' : 'number');
    else if (name === 'text:list') this.#lists.push({ style: attributes['text:style-name'] ?? this.#lists.at(-1)?.style ?? '', count: 0 });
    else if (name === 'text:list-item') this.#begin(Number(attributes['text:start-value'] ?? Number.NaN));
    else if (name === 'text:h') this.#isItem = false;
  }

  close(name: string): void {
    if (name === 'text:list') this.#lists.pop();
    if (name === 'text:list' || name === 'text:list-item') this.#isItem = false;
  }

  /** What stands before the text that comes next; empty if it begins no item. */
  marker(): string {
    const list = this.#lists.at(-1);
    if (!this.#isItem || list === undefined) return '';
    this.#isItem = false;
    const level = this.#lists.length - 1;
    const kind = this.#levels.get(list.style)?.[level] ?? 'bullet';
    if (kind === 'none') return '';
    return `${'  '.repeat(Math.min(level, mostLevels))}${kind === 'bullet' ? '•' : `${list.count}.`} `;
  }

  isCode(style: string): boolean {
    return codeNames.test(style) || codeNames.test(this.#parents.get(style) ?? '');
  }

  #level(attributes: Attributes, kind: 'bullet' | 'number' | 'none'): void {
    const level = Number(attributes['text:level'] ?? 1) - 1;
    if (level >= 0 && level < mostLevels) this.#levelsOfStyle[level] = kind;
  }

  #begin(start: number): void {
    const list = this.#lists.at(-1);
    if (list === undefined) return;
    list.count = Number.isInteger(start) ? start : list.count + 1;
    this.#isItem = true;
  }
}
