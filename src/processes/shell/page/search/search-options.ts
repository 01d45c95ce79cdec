/** What the search offers, as one list for the arrow keys. */
import type { FragmentRow, VerbRow } from '../../../../contract/shell-page.ts';
import { send } from '../shell-client.ts';

/** The results: commands, and the newest copies. */
export interface Found {
  readonly verbs: readonly VerbRow[];
  readonly rows: readonly FragmentRow[];
}

export type Option =
  | { readonly kind: 'verb'; readonly verb: VerbRow }
  | { readonly kind: 'copy'; readonly fragment: FragmentRow }
  /** The list of all results, in the history. */
  | { readonly kind: 'all' };

/** Identifies an option, wherever it is among the others. */
export function keyOf(option: Option): string {
  if (option.kind === 'verb') return option.verb.verb;
  return option.kind === 'copy' ? option.fragment.id : 'all';
}

export function optionsOf(found: Found): readonly Option[] {
  const verbs = found.verbs.map((verb): Option => ({ kind: 'verb', verb }));
  const copies = found.rows.map((fragment): Option => ({ kind: 'copy', fragment }));
  return [...verbs, ...copies, ...(copies.length > 0 ? [{ kind: 'all' } as const] : [])];
}

/** The place of the option that Enter runs unless another one is chosen; -1 without options. It ends Hub only if there is nothing else. */
export function usualOf(options: readonly Option[]): number {
  const place = options.findIndex((option) => option.kind !== 'verb' || option.verb.verb !== 'exit');
  return place < 0 ? options.length - 1 : place;
}

export function run(option: Option): void {
  if (option.kind === 'verb') send({ kind: 'act', verb: option.verb.verb });
  else if (option.kind === 'copy') send({ kind: 'copy', fragmentId: option.fragment.id });
  else send({ kind: 'show', section: 'history' });
}
