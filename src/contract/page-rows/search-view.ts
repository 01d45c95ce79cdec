/** The search, as the window's page shows it beside the rows that it found: see `src/contract/shell-page.ts`. */
import type { ActionVerb } from '../action-verbs.ts';
import type { Section } from './section.ts';

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

/** A section of the window as the search offers it. */
export interface SectionRow {
  readonly section: Section;
  readonly title: string;
  /** What it shows, in a few words. */
  readonly detail: string;
  /** What matches the query: the beginning of its title, words of its title, or only another word for it. */
  readonly found: 'beginning' | 'title' | 'other-word';
}

/** Of one group at most one is on: another one takes its place in the search. */
export interface ChipGroup {
  readonly key: 'kind' | 'app' | 'date';
  /** `Kind`. */
  readonly title: string;
  readonly chips: readonly SearchChip[];
}

export interface SearchChip {
  readonly title: string;
  /** As it is written in the search: `kind:link`. */
  readonly condition: string;
  /** The same in other words: `kind:url`. */
  readonly alike?: readonly string[];
}

/** The query, the verbs and sections that match it, what may complete it, and what narrows it. `mistake`: why nothing is searched for, and the mend. */
export interface SearchView {
  readonly query: string;
  readonly verbs: readonly VerbRow[];
  readonly sections?: readonly SectionRow[];
  readonly hints?: readonly HintRow[];
  readonly chips?: readonly ChipGroup[];
  readonly mistake?: string;
}
