/** What the search offers, as one list for the arrow keys. */
import type { HintRow, SectionRow, VerbRow } from '../../../../contract/page-rows/search-view.ts';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { sendCommand } from '../shell-client.ts';

/** The results: commands, sections of the window, what may complete a condition, and the newest copies. */
export interface FoundRows {
  readonly verbs: readonly VerbRow[];
  readonly sections?: readonly SectionRow[];
  readonly hints?: readonly HintRow[];
  readonly rows: readonly FragmentRow[];
}

export type SearchOption =
  | { readonly kind: 'verb'; readonly verb: VerbRow }
  | { readonly kind: 'section'; readonly row: SectionRow }
  /** Completes the search, and runs nothing. */
  | { readonly kind: 'hint'; readonly hint: HintRow }
  | { readonly kind: 'copy'; readonly fragment: FragmentRow }
  /** The list of all results, in the history. */
  | { readonly kind: 'all' };

/** Identifies an option, wherever it is among the others. */
export function keyOf(option: SearchOption): string {
  if (option.kind === 'verb') return option.verb.verb;
  if (option.kind === 'section') return `section ${option.row.section}`;
  if (option.kind === 'hint') return option.hint.query;
  return option.kind === 'copy' ? option.fragment.id : 'all';
}

export function optionsOf(found: FoundRows): readonly SearchOption[] {
  const verbs = found.verbs.map((verb): SearchOption => ({ kind: 'verb', verb }));
  const copies = found.rows.map((fragment): SearchOption => ({ kind: 'copy', fragment }));
  const hints = (found.hints ?? []).map((hint): SearchOption => ({ kind: 'hint', hint }));
  const sectionsBy = (by: SectionRow['found']): readonly SearchOption[] =>
    (found.sections ?? []).filter((row) => row.found === by).map((row) => ({ kind: 'section', row }));
  const all = copies.length > 0 ? [{ kind: 'all' } as const] : [];
  return [
    // Who types `settings` means the settings, not the quick ones.
    ...sectionsBy('beginning'),
    ...verbs,
    ...sectionsBy('title'),
    ...hints,
    ...copies,
    // Somebody who looks for a copy with the word `browser` in it does not ask for the settings.
    ...sectionsBy('other-word'),
    ...all,
  ];
}

/**
 * The place of the option that Enter runs unless another one is chosen; -1 without options. It is what completes the value that is being typed, unless
 * the user has refused that; another completion, or what ends or pauses the capture, only if there is nothing else.
 */
export function usualOption(options: readonly SearchOption[], query: string, isRefused: boolean): number {
  const completing = isRefused ? -1 : options.findIndex((option) => option.kind === 'hint' && option.hint.isValue === true);
  if (completing >= 0) return completing;
  const place = options.findIndex((option) => option.kind !== 'hint' && !(option.kind === 'verb' && costly.has(option.verb.verb)));
  if (place >= 0) return place;
  const meant = options.findIndex((option) => option.kind === 'verb' && isMeant(option.verb, query));
  if (meant >= 0) return meant;
  return options.some(({ kind }) => kind === 'verb') ? -1 : options.length - 1;
}

/** After these, copies are not captured: somebody who looks for a copy must not begin them. */
const costly: ReadonlySet<string> = new Set(['exit', 'pause-capture', 'pause-for-an-hour', 'ignore-next-copy', 'private-mode']);
const meantLetters = 4;

/** Exit is found only by a word of its own. Of the others, the beginning of the title has to be typed. */
function isMeant({ verb, title }: VerbRow, query: string): boolean {
  const typed = query.trim().toLowerCase();
  return verb === 'exit' || (typed.length >= meantLetters && title.toLowerCase().startsWith(typed));
}

export function runOption(option: Exclude<SearchOption, { kind: 'hint' }>): void {
  if (option.kind === 'verb') sendCommand({ kind: 'act', verb: option.verb.verb });
  else if (option.kind === 'section') sendCommand({ kind: 'show', section: option.row.section });
  else if (option.kind === 'copy') sendCommand({ kind: 'copy', fragmentId: option.fragment.id });
  else sendCommand({ kind: 'show', section: 'history' });
}
