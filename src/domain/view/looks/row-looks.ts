/** How a fragment looks in the window, beyond its words: from its kind, its type, its source and its beginning. */
import type { ContentKind } from '../../../contract/fragment-words.ts';
import type { FragmentLink, RowLooks } from '../../../contract/page-rows/row-looks.ts';
import type { Fragment } from '../../../contract/source-snapshot.ts';
import { pageAddressOf } from '../../kind/page-address.ts';
import { say } from '../../language/say.ts';
import { oneLine } from '../shown-text.ts';
import { extractedViews } from './extracted-views.ts';
import { foundInFragment, nothingFound } from './found-in-text.ts';
import type { Readings } from './reading-progress.ts';
import { tableCells } from './table-cells.ts';

/** So much of a text is looked at, in UTF-16 units. */
const lookedAt = 2_048;
const mostLines = 20;
const longestLinkTitle = 200;

/** Types whose columns or signs matter, of the groups that are no code. */
const inLines: ReadonlySet<string> = new Set([
  'log',
  'diff',
  'shellsession',
  'pythonsession',
  'stacktrace',
  'csv',
  'tsv',
  'ini',
  'pem',
  'sum',
  'http',
]);
/** The programs of terminals, by the end of their names. */
const terminal =
  /(?:term|terminal|konsole|kitty|alacritty|ghostty|foot|tilix|terminator|guake|yakuake|wezterm|ptyxis|cmd\.exe|powershell\.exe|iterm2)$/i;

/** What only an open row shows. */
type WholeLooks = Pick<RowLooks, 'table' | 'extracted' | 'found'>;

export const noWholeLooks: WholeLooks = { table: null, extracted: [], found: nothingFound };

export function wholeLooks(fragment: Fragment, readings?: Readings): WholeLooks {
  return {
    table: fragment.contentKind === 'table' ? tableCells(shownText(fragment)) : null,
    extracted: extractedViews(fragment, readings),
    found: foundInFragment(fragment),
  };
}

/** Of what is hidden, nothing is shown. */
function shownText({ kind, secret, text = '' }: Fragment): string {
  return kind === 'text' && secret === undefined ? text : '';
}

/** All of a row that its text decides by its look. */
export function rowLooks(fragment: Fragment): Omit<RowLooks, 'program' | keyof WholeLooks> {
  const copiedAtMs = Date.parse(fragment.capturedAt);
  const text = shownText(fragment);
  return {
    ...(fragment.contentKind === undefined ? {} : { contentKind: fragment.contentKind }),
    copiedAtMs: Number.isNaN(copiedAtMs) ? null : copiedAtMs,
    look: isInLines(fragment) ? 'lines' : 'prose',
    language: languageOf(fragment),
    swatches: fragment.contentKind === 'color' ? swatchesIn(text) : [],
    host: fragment.contentKind === 'link' ? (pageAddressOf(text)?.host ?? '') : '',
    linkTitle: text === '' ? '' : oneLine(fragment.linkTitle ?? '', longestLinkTitle),
    link: linkOf(fragment),
  };
}

const ofKind: Readonly<Record<Fragment['kind'], () => Omit<FragmentLink, 'id'>>> = {
  image: () => ({ text: say('Text of a picture'), opens: say('Show the picture') }),
  files: () => ({ text: say('Text of copied files'), opens: say('Show the list of files') }),
  document: () => ({ text: say('Text of a document'), opens: say('Show the document') }),
  text: () => ({ text: say('Text of a formatted copy'), opens: say('Show the formatted copy') }),
};

/** To the picture, the files or the formatted copy that it is the text of; or to its text. */
export function linkOf({ textOf, textCopy }: Fragment): FragmentLink | null {
  if (textOf !== undefined) return { id: textOf.id, ...ofKind[textOf.kind]() };
  return textCopy === undefined ? null : { id: textCopy, text: '', opens: say('Show the extracted text') };
}

function languageOf({ kind, contentKind, detection }: Fragment): string {
  if (kind !== 'text' || detection === null) return '';
  const isCode = contentKind === 'code' || contentKind === 'data' || contentKind === undefined;
  // Prose in Markdown is shown as it reads.
  const isMarkup = contentKind === 'prose' && detection.typeId === 'markdown';
  return (isCode || isMarkup) && /^[a-z0-9+#-]{1,30}$/.test(detection.typeId) ? detection.typeId : '';
}

const mostSwatches = 8;
/** No other function of CSS, and nothing that ends a value. */
const cssColor = /^(?:#[\da-f]{3,8}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([\w.%+ ,/#-]{1,64}\))$/i;

function swatchesIn(text: string): readonly string[] {
  return text
    .slice(0, lookedAt)
    .split('\n', 64)
    .map((line) => line.trim().replace(/;$/, ''))
    .filter((line) => cssColor.test(line))
    .slice(0, mostSwatches);
}

const fixedWidth: ReadonlySet<ContentKind> = new Set(['code', 'data', 'table', 'iban', 'ip-address', 'token']);

function isInLines({ kind, contentKind, detection, source, text = '' }: Fragment): boolean {
  if (kind !== 'text') return false;
  if (contentKind !== undefined && fixedWidth.has(contentKind)) return true;
  if (contentKind === undefined && detection?.group === 'code') return true;
  if (inLines.has(detection?.typeId ?? '')) return true;
  const lines = text.slice(0, lookedAt).split('\n', mostLines);
  if (lines.length < 2) return false;
  return terminal.test((source.app.name ?? source.name).slice(-40)) || isListing(lines);
}

/** Whether most lines have columns, as what `ls -l` prints. */
function isListing(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== '');
  const inColumns = filled.filter((line) => line.trim().includes('  '));
  return filled.length > 1 && inColumns.length * 3 >= filled.length * 2;
}
