/** What the styles and numberings of a DOCX say of its paragraphs (ECMA-376 part 1, §17.7, §17.9): items of lists, headings, and code. */
import { readXmlText } from '../xml-events.ts';
import type { ZipFile } from '../zip-file.ts';

/** As a paragraph or its style names it. */
export interface ListPlace {
  numbering: string;
  level: number;
}

interface Style {
  readonly list: ListPlace;
  name: string;
  /** It has a level in the outline of the document, as headings of any name. */
  isOutlined: boolean;
}

const mostBytes = 8 * 1024 * 1024;
const mostLevels = 9;
const headingNames = /^heading/i;
const codeNames = /^(?:html )?preformatted|^(?:source |program )?code\b|^macro text/i;

export class WordStyles {
  readonly #styles = new Map<string, Style>();
  /** Of each numbering, by level: `bullet`, `decimal`, `none` and so on, and where it starts. */
  readonly #levels = new Map<string, readonly (readonly [format: string, start: number])[]>();
  readonly #counts = new Map<string, number[]>();

  constructor(zip: ZipFile, main: string) {
    const folder = main.slice(0, main.lastIndexOf('/') + 1);
    this.#readStyles(zip.text(`${folder}styles.xml`, mostBytes) ?? '');
    this.#readNumberings(zip.text(`${folder}numbering.xml`, mostBytes) ?? '');
  }

  isCode(style: string): boolean {
    return codeNames.test(this.#styles.get(style)?.name ?? style);
  }

  isHeading(style: string): boolean {
    const known = this.#styles.get(style);
    return known?.isOutlined === true || headingNames.test(known?.name ?? style);
  }

  /** What stands before the next paragraph of this place; empty for one that is no item. A heading with a number is none. */
  marker(style: string, own: ListPlace): string {
    const known = this.#styles.get(style);
    const numbering = own.numbering || (known?.list.numbering ?? '');
    const level = Math.min(mostLevels - 1, Math.max(own.level, known?.list.level ?? 0, 0));
    const [format, start] = this.#levels.get(numbering)?.[level] ?? ['none', 1];
    if (format === 'none' || headingNames.test(known?.name ?? style)) return '';
    const indentation = '  '.repeat(level);
    if (format === 'bullet') return `${indentation}• `;
    const counts = this.#counts.get(numbering) ?? [];
    const count = counts[level] === undefined ? start : counts[level] + 1;
    this.#counts.set(numbering, [...Array.from({ length: level }, (_, at) => counts[at] ?? start), count]);
    return `${indentation}${count}. `;
  }

  #readStyles(xml: string): void {
    let style: Style = { list: { numbering: '', level: 0 }, name: '', isOutlined: false };
    if (xml === '') return;
    readXmlText(xml, {
      open: (name, { 'w:styleId': id, 'w:val': value = '' }) => {
        if (name === 'w:style') {
          style = { list: { numbering: '', level: 0 }, name: '', isOutlined: false };
          this.#styles.set(id ?? '', style);
        } else if (name === 'w:name') style.name = value;
        else if (name === 'w:outlineLvl') style.isOutlined = Number(value) < mostLevels;
        else if (name === 'w:numId') style.list.numbering = value;
        else if (name === 'w:ilvl') style.list.level = Number(value) || 0;
      },
    });
  }

  #readNumberings(xml: string): void {
    const abstract = new Map<string, [string, number][]>();
    let levels: [string, number][] = [];
    let [level, numbering] = [0, ''];
    if (xml === '') return;
    readXmlText(xml, {
      open: (name, attributes) => {
        const value = attributes['w:val'] ?? '';
        const now = levels[level] ?? ['none', 1];
        if (name === 'w:abstractNum') {
          levels = [];
          abstract.set(attributes['w:abstractNumId'] ?? '', levels);
        } else if (name === 'w:lvl') level = Math.min(mostLevels - 1, Math.max(0, Number(attributes['w:ilvl']) || 0));
        else if (name === 'w:numFmt') levels[level] = [value, now[1]];
        else if (name === 'w:start') levels[level] = [now[0], Number(value) || 1];
        else if (name === 'w:num') numbering = attributes['w:numId'] ?? '';
        else if (name === 'w:abstractNumId') this.#levels.set(numbering, abstract.get(value) ?? []);
      },
    });
  }
}
