/** All that is found in a text, together with what its reader found by places or markup. */
import {
  type CodeBlock,
  type FoundAddress,
  type FoundLink,
  type KeyValueBlock,
  type ListBlock,
  type StructuredText,
  structureLimits,
  type Table,
} from '../../contract/extraction/structured-text.ts';
import { amountsIn } from './amounts.ts';
import { codeBlocks, type FoundCode } from './code-blocks.ts';
import { datesIn } from './dates.ts';
import { isWithin } from './found-places.ts';
import { keyValuesIn } from './key-values.ts';
import { addressesIn, linksIn } from './links.ts';
import { listsIn } from './lists.ts';
import { TablesOfPages } from './places/tables-of-pages.ts';
import { separatedTableIn } from './separated-table.ts';
import { type TableRoom, tableRoom } from './table-grid.ts';
import type { TextPart } from './text-lines.ts';
import { tablesIn } from './text-tables.ts';

/** What the reader of a document found itself. Where it knows the tables, or all blocks, they are not looked for in its text. */
export interface GivenStructure {
  readonly room: TableRoom;
  readonly tables: Table[];
  /** Those of pages, of which the last one may still go on. */
  readonly pages: TablesOfPages;
  readonly lists: ListBlock[];
  readonly keyValues: KeyValueBlock[];
  readonly code: CodeBlock[];
  /** Where code stands in the text, in its order. */
  readonly codeParts: TextPart[];
  /** The same of headings, whose numbers are those of no list. */
  readonly headingParts: TextPart[];
  /** The same of tables that are in `tables`. */
  readonly tableParts: TextPart[];
  readonly links: FoundLink[];
  readonly addresses: FoundAddress[];
  /** `separated`: the text is one table. */
  knows: 'nothing' | 'separated' | 'tables' | 'blocks';
}

/** Before a document is read. */
export function nothingGiven(): GivenStructure {
  const room = tableRoom();
  return {
    room,
    tables: [],
    pages: new TablesOfPages(room),
    lists: [],
    keyValues: [],
    code: [],
    codeParts: [],
    headingParts: [],
    tableParts: [],
    links: [],
    addresses: [],
    knows: 'nothing',
  };
}

/** Of the text, UTF-16 units: in the rest nothing is looked for. */
const lookedAt = structureLimits.characters;

export function structureOf(whole: string, given: GivenStructure): StructuredText {
  const text = whole.slice(0, lookedAt);
  const isText = given.knows === 'nothing' || given.knows === 'tables';
  const code = isText ? codeIn(text, given.codeParts) : { blocks: [], parts: [] };
  const tables = [...given.tables, ...given.pages.end(), ...tablesOf(text, given, code.parts)].toSorted(
    (one, other) => (one.offset ?? 0) - (other.offset ?? 0),
  );
  const most = structureLimits.things;
  const links = linksIn(text, most);
  const inLinks = partsOf(links);
  const isOutside = ({ offset }: { readonly offset: number | null }): boolean => !isWithin(offset ?? 0, inLinks);
  const found = {
    tables,
    keyValues: [...given.keyValues, ...(isText ? keyValuesIn(text, code.parts) : [])],
    lists: [...given.lists, ...(isText ? listsIn(text, inOrder(code.parts, given.headingParts)) : [])],
    code: [...given.code, ...code.blocks],
    links: unique([...links, ...given.links]),
    addresses: unique([...addressesIn(text, links, most), ...given.addresses]),
    dates: datesIn(text, most).filter(isOutside),
    amounts: amountsIn(text, most).filter(isOutside),
  };
  return bounded(found, given.room.isCut || whole.length > lookedAt);
}

/** Between fences, and where its reader says so. */
function codeIn(text: string, given: readonly TextPart[]): FoundCode {
  const { blocks, parts } = codeBlocks(text);
  if (given.length === 0) return { blocks, parts };
  const known = given.map(({ from, to }) => ({
    language: null,
    name: null,
    code: `${text.slice(from, to).trimEnd().toWellFormed()}\n`,
    offset: from,
  }));
  return {
    blocks: [...blocks, ...known.filter(({ code }) => code !== '\n')],
    parts: inOrder(parts, given),
  };
}

function tablesOf(text: string, { knows, room, tableParts }: GivenStructure, code: readonly TextPart[]): readonly Table[] {
  if (knows === 'separated') return [separatedTableIn(text, room)].flatMap((one) => one ?? []);
  return knows === 'nothing' ? tablesIn(text, inOrder(code, tableParts), room) : [];
}

function inOrder(parts: readonly TextPart[], others: readonly TextPart[]): readonly TextPart[] {
  return others.length === 0 ? parts : [...parts, ...others].toSorted((one, other) => one.from - other.from);
}

function partsOf(links: readonly FoundLink[]): readonly TextPart[] {
  return links.map(({ text, offset }) => ({ from: offset ?? 0, to: (offset ?? 0) + text.length }));
}

/** What markup leads to, and no text shows, is there once. */
function unique<One extends FoundAddress>(all: readonly One[]): One[] {
  const shown = new Set(all.filter(({ offset }) => offset !== null).map(({ value }) => value));
  const hidden = new Map(all.filter(({ offset, value }) => offset === null && !shown.has(value)).map((one) => [one.value, one]));
  return [...all.filter(({ offset }) => offset !== null), ...hidden.values()];
}

function bounded(found: Omit<StructuredText, 'isCut'>, isCut: boolean): StructuredText {
  const { things, characters } = structureLimits;
  let isWhole = !isCut;
  let room: number = characters;
  const fitting = <One>(all: readonly One[], lengthOf: (one: One) => number): One[] => {
    const kept: One[] = [];
    for (const one of all) {
      room -= lengthOf(one);
      if (room < 0 || kept.length >= things) {
        isWhole = false;
        break;
      }
      kept.push(one);
    }
    return kept;
  };
  const ofText = ({ text }: { readonly text: string }): number => text.length;
  const bounds = {
    tables: found.tables,
    links: fitting(found.links, ({ text, value, label }) => text.length + value.length + (label?.length ?? 0)),
    addresses: fitting(found.addresses, ofText),
    dates: fitting(found.dates, ofText),
    amounts: fitting(found.amounts, ofText),
    keyValues: fitting(found.keyValues, ({ pairs }) => pairs.reduce((sum, { name, value }) => sum + name.length + value.length, 0)),
    lists: fitting(found.lists, ({ items }) => items.reduce((sum, { text }) => sum + text.length, 0)),
    code: fitting(found.code, ({ code }) => code.length),
  };
  return { ...bounds, isCut: !isWhole };
}
