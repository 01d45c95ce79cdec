/**
 * Tables, lists, definitions, code and links out of HTML, as events of a tree that is never built. A table in a cell of another is a table of its own; cells
 * over several columns and rows are put into a grid (HTML, §4.9.12).
 */
import { structureLimits } from '../../../contract/extraction/structured-text.ts';
import { extractionLimits } from '../../../contract/words/extraction-limits.ts';
import type { GivenStructure } from '../../../domain/structure/structure-of-text.ts';
import { TableGrid } from '../../../domain/structure/table-grid.ts';
import { MarkupParser } from '../markup-parser.ts';
import { markupPieces } from '../markup-text.ts';
import { Visibility } from '../markup-visibility.ts';
import { softHyphen } from '../text-parts.ts';
import { CodeLabels, LineAbove } from './markup-code.ts';
import { PageLinks } from './page-links.ts';

interface OpenTable {
  readonly grid: TableGrid;
  isInHead: boolean;
  caption: string;
  /** Of the row that is open. */
  cells: number;
  headingCells: number;
}

interface OpenList {
  readonly items: GivenStructure['lists'][number]['items'];
  readonly ordered: boolean[];
  numbers: number[];
}

/** Where text goes: the innermost of what is open. */
interface Target {
  readonly end: string;
  /** Line ends and blanks stay. */
  readonly isCode: boolean;
  readonly done: (text: string) => void;
  text: string;
}

const mostOpen = 64;
/** Less than is read for the text: this takes twice as long for each character, and what a structure may hold is reached long before. */
const mostMarkup = extractionLimits.text;
const longestText = structureLimits.cellCharacters;
const longestCode = 1024 * 1024;
const breaks = new Set(['br', 'p', 'div', 'li', 'tr', 'ul', 'ol', 'dl', 'dt', 'dd', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote']);

/** Adds what it finds to `given`. Never throws for any markup. @param address of the page, if it is known: by it and by what the page says of itself its relative links are whole. */
export function addMarkupBlocks(markup: string | Iterable<string>, given: GivenStructure, address: string | null = null): void {
  const links = new PageLinks(address);
  const blocks = new MarkupBlocks(given, links);
  const parser = new MarkupParser({
    open: (name, attributes) => blocks.open(name, attributes),
    close: (name) => blocks.close(name),
    text: (piece) => blocks.text(piece.replaceAll(softHyphen, '')),
    comment: (comment) => links.hearComment(comment),
  });
  let left: number = mostMarkup;
  for (const piece of markupPieces(markup)) {
    parser.write(piece);
    left -= piece.length;
    if (left < 0) break;
  }
  parser.end();
  if (parser.wasTooDeep || left < 0) given.room.isCut = true;
}

type Attributes = Readonly<Record<string, string>>;

class MarkupBlocks {
  readonly #given: GivenStructure;
  readonly #tables: OpenTable[] = [];
  readonly #targets: Target[] = [];
  #list: OpenList | null = null;
  #pairs: { name: string; value: string }[] | null = null;
  readonly #labels = new CodeLabels();
  readonly #above = new LineAbove();
  readonly #seen = new Visibility();
  /** Open tables that are left out. */
  #tooDeep = 0;
  #left: number = structureLimits.characters;
  readonly #links: PageLinks;

  constructor(given: GivenStructure, links: PageLinks) {
    this.#given = given;
    this.#links = links;
  }

  open(name: string, attributes: Attributes): void {
    this.#links.hear(name, attributes);
    if (!this.#seen.open(name, attributes)) return;
    if (name === 'img' && (attributes.alt ?? '').trim() !== '') this.#put(` ${attributes.alt} `, '');
    if (name !== 'pre') this.#above.open(name);
    if (breaks.has(name)) this.#put(name === 'br' ? '\n' : ' ', '\n');
    if (name === 'table') this.#openTable();
    else if (name === 'ul' || name === 'ol') this.#openList(name === 'ol', Number(attributes.start ?? 1));
    else if (name === 'dl') this.#pairs ??= [];
    else if (name === 'a') {
      // A link ends the one before it (HTML, §13.2.6.4.7).
      if (this.#targets.at(-1)?.end === 'a') this.#endTargets(this.#targets.length - 1);
      this.#openLink(attributes.href ?? '');
    } else if (name === 'pre' || (name === 'code' && this.#targets.at(-1)?.isCode)) this.#openCode(name, attributes);
    else this.#openPart(name, attributes);
  }

  close(name: string): void {
    if (!this.#seen.close()) return;
    this.#above.close(name);
    const at = this.#targets.findLastIndex(({ end }) => end === name);
    // What was left open inside ends too.
    if (at >= 0) this.#endTargets(at);
    const table = this.#tables.at(-1);
    if (name === 'tr' && table !== undefined) this.#endRow(table);
    else if (name === 'thead' && table !== undefined) table.isInHead = false;
    else if (name === 'table') this.#endTable();
    else if (name === 'ul' || name === 'ol') this.#endList();
    else if (name === 'dl' && this.#pairs !== null) {
      if (this.#pairs.length > 0) this.#keep(this.#given.keyValues, { form: 'definitions', pairs: this.#pairs, offset: null });
      this.#pairs = null;
    }
  }

  #endTargets(from: number): void {
    for (const target of this.#targets.splice(from).toReversed()) target.done(target.isCode ? target.text : squeezed(target.text));
  }

  text(piece: string): void {
    if (!this.#seen.isSeen) return;
    this.#above.text(piece);
    this.#put(piece.replaceAll(/[\t\n\f\r ]+/g, ' '), piece);
  }

  /** A link stands in a cell, and its words are those of both. */
  #put(words: string, code: string): void {
    const isLink = this.#targets.at(-1)?.end === 'a';
    for (const target of this.#targets.slice(isLink ? -2 : -1)) {
      const room = Math.max(0, Math.min((target.isCode ? longestCode : longestText) - target.text.length, this.#left));
      const piece = (target.isCode ? code : words).slice(0, room);
      target.text += piece;
      this.#left -= piece.length;
    }
  }

  #target(target: Omit<Target, 'text' | 'isCode'>, isCode = false): void {
    if (this.#targets.length < mostOpen) this.#targets.push({ ...target, isCode, text: '' });
    else this.#given.room.isCut = true;
  }

  #openTable(): void {
    if (this.#tables.length >= mostOpen) {
      this.#tooDeep += 1;
      this.#given.room.isCut = true;
    } else this.#tables.push({ grid: new TableGrid(this.#given.room), isInHead: false, caption: '', cells: 0, headingCells: 0 });
  }

  #openPart(name: string, attributes: Attributes): void {
    const table = this.#tables.at(-1);
    if ((name === 'td' || name === 'th') && table !== undefined) {
      const [columns, rows] = [Number(attributes.colspan ?? 1), attributes.rowspan === '0' ? 1_000 : Number(attributes.rowspan ?? 1)];
      this.#target({
        end: name,
        done: (text) => {
          table.cells += 1;
          if (name === 'th') table.headingCells += 1;
          table.grid.cell(text, columns, rows);
        },
      });
    } else if (name === 'tr' && table !== undefined) {
      this.#endRow(table);
      table.grid.beginRow();
    } else if (name === 'thead' && table !== undefined) table.isInHead = true;
    else if (name === 'caption' && table !== undefined) this.#openCaption(table);
    else if (name === 'li' && this.#list !== null) this.#openItem();
    else if (name === 'dt' || name === 'dd') this.#openDefinition(name);
  }

  #openCaption(table: OpenTable): void {
    this.#target({
      end: 'caption',
      done: (text) => {
        table.caption = text;
      },
    });
  }

  #endRow(table: OpenTable): void {
    table.grid.endRow(table.isInHead || (table.cells > 0 && table.cells === table.headingCells));
    [table.cells, table.headingCells] = [0, 0];
  }

  #endTable(): void {
    const open = this.#tooDeep > 0 ? undefined : this.#tables.pop();
    this.#tooDeep = Math.max(0, this.#tooDeep - 1);
    if (open === undefined) return;
    this.#endRow(open);
    open.grid.takeTitle();
    const table = open.grid.table({ name: open.caption || null, page: null, offset: null });
    // One column, or one row, is how pages are laid out.
    if (table !== null && table.rows.length > 1 && (table.rows[0]?.length ?? 0) > 1) this.#given.tables.push(table);
  }

  #openList(isOrdered: boolean, start: number): void {
    this.#list ??= { items: [], ordered: [], numbers: [] };
    this.#list.ordered.push(isOrdered);
    this.#list.numbers.push(Number.isInteger(start) ? start : 1);
  }

  #openItem(): void {
    const list = this.#list;
    if (list === null || list.items.length >= structureLimits.things) return;
    const level = list.ordered.length - 1;
    const number = list.ordered[level] ? (list.numbers[level] ?? 1) : null;
    list.numbers[level] = (list.numbers[level] ?? 0) + 1;
    const at = list.items.push({ text: '', level: Math.max(0, level), number, isDone: null }) - 1;
    this.#target({
      end: 'li',
      done: (text) => {
        const item = list.items[at];
        if (item !== undefined) list.items[at] = { ...item, text };
      },
    });
  }

  #endList(): void {
    const list = this.#list;
    if (list === null) return;
    list.ordered.pop();
    list.numbers.pop();
    if (list.ordered.length > 0) return;
    const items = list.items.filter(({ text }) => text !== '');
    if (items.length > 0) this.#keep(this.#given.lists, { items, offset: null });
    this.#list = null;
  }

  #openDefinition(name: string): void {
    const pairs = this.#pairs;
    if (pairs === null || pairs.length >= structureLimits.things) return;
    this.#target({
      end: name,
      done: (text) => {
        const last = pairs.at(-1);
        if (name === 'dt' || last === undefined) pairs.push({ name: name === 'dt' ? text : '', value: name === 'dt' ? '' : text });
        else if (last.value === '') last.value = text;
        else pairs.push({ name: last.name, value: text });
      },
    });
  }

  #openLink(href: string): void {
    const to = this.#links.target(href);
    if (to === null) return;
    this.#target({
      end: 'a',
      done: (text) => {
        const place = { text: href, offset: null, value: to.value };
        if (to.kind === 'link') this.#keep(this.#given.links, { ...place, label: text || null });
        else this.#keep(this.#given.addresses, place);
      },
    });
  }

  #openCode(name: string, attributes: Attributes): void {
    if (name === 'code') return this.#labels.hear(attributes);
    this.#labels.begin(attributes);
    const above = this.#above.take();
    this.#target(
      {
        end: 'pre',
        done: (text) => {
          this.#above.take();
          const code = text.replace(/^\n/, '').trimEnd();
          if (code === '') return;
          const whole = `${code.toWellFormed()}\n`;
          const { language } = this.#labels;
          this.#keep(this.#given.code, { language, name: this.#labels.nameOf(whole, above), code: whole, offset: null });
        },
      },
      true,
    );
  }

  #keep<One>(all: One[], one: One): void {
    if (all.length < structureLimits.things) all.push(one);
    else this.#given.room.isCut = true;
  }
}

function squeezed(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim().replaceAll(/[ \t]+/g, ' '))
    .join('\n')
    .trim()
    .toWellFormed();
}
