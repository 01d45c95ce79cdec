/** What the search offers, as one list in which the arrows move. */
import type { FragmentRow, PageView, VerbRow } from '../../../contract/shell-page.ts';
import { send } from './hub.ts';

export type Option =
  | { readonly kind: 'verb'; readonly verb: VerbRow }
  | { readonly kind: 'copy'; readonly fragment: FragmentRow }
  /** The list of what was found, in the history. */
  | { readonly kind: 'all' };

/** Which it is, wherever it stands among the others. */
export function keyOf(option: Option): string {
  if (option.kind === 'verb') return option.verb.verb;
  return option.kind === 'copy' ? option.fragment.id : 'all';
}

type Search = PageView['search'];

export function optionsOf(search: Search): readonly Option[] {
  const verbs = search.verbs.map((verb): Option => ({ kind: 'verb', verb }));
  const copies = search.rows.map((fragment): Option => ({ kind: 'copy', fragment }));
  return [...verbs, ...copies, ...(copies.length > 0 ? [{ kind: 'all' } as const] : [])];
}

export function run(option: Option): void {
  if (option.kind === 'verb') send({ kind: 'act', verb: option.verb.verb });
  else if (option.kind === 'copy') send({ kind: 'copy', fragmentId: option.fragment.id });
  else send({ kind: 'show', section: 'history' });
}
