/** The search, as the window's page shows it beside the rows that it found: see `src/contract/shell-page.ts`. */
import type { ActionVerb } from '../action-verbs.ts';

/** What may complete a condition of a search: the whole query with it. */
export interface HintRow {
  readonly query: string;
  readonly title: string;
  readonly detail: string;
  /** The key is typed already: this is the rest of what the user began to type. */
  readonly isValue?: true;
}

/** A verb as the search offers it. */
export interface VerbRow {
  readonly verb: ActionVerb;
  readonly title: string;
  /** What it does, in a few words. */
  readonly detail: string;
}

/** The query, the verbs that match it, and what may complete it. `mistake`: why nothing is searched for, and the mend. */
export interface SearchView {
  readonly query: string;
  readonly verbs: readonly VerbRow[];
  readonly hints?: readonly HintRow[];
  readonly mistake?: string;
}
