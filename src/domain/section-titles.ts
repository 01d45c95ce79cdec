/** The names of the window's sections: in its rail, and in the search of its title bar. */
import type { SectionRow } from '../contract/page-rows/search-view.ts';
import type { Section } from '../contract/page-rows/section.ts';
import { say } from './language/say.ts';
import { askedTitle, byBeginning, byOtherWords, byRank, type SearchedTitle, titleRank } from './title-match.ts';

interface Words extends SearchedTitle {
  readonly detail: string;
}

const words: Readonly<Record<Section, () => Words>> = {
  now: () => ({ title: say('Now'), detail: say('What is on the clipboard'), also: say('home start clipboard panel') }),
  history: () => ({ title: say('History'), detail: say('All copies, the newest first'), also: say('list all copies') }),
  workspaces: () => ({ title: say('WorkSpaces'), detail: say('Where copies are saved'), also: say('folders add change switch') }),
  diagnostics: () => ({
    title: say('Diagnostics'),
    detail: say('How Hub is running, and the copies it missed'),
    also: say('status health components restart missed trouble'),
  }),
  settings: () => ({
    title: say('Settings'),
    detail: say('What is captured and saved, the shortcut, the looks, the browsers'),
    also: say('preferences options configuration pair browser language theme'),
  }),
};

const sections = Object.keys(words) as readonly Section[];

export function sectionTitle(name: Section): string {
  return words[name]().title;
}

const foundBy: Readonly<Record<number, SectionRow['found']>> = { [byBeginning]: 'beginning', [byOtherWords]: 'other-word' };

/** The sections that match a query, the best match first, as verbs are matched. Nothing matches a blank query. */
export function matchSections(query: string): readonly SectionRow[] {
  const asked = askedTitle(query);
  if (asked === null) return [];
  const rankOf = (name: Section): number | null => titleRank(asked, words[name]());
  return byRank(sections, rankOf).map((name) => {
    const { title, detail } = words[name]();
    return { section: name, title, detail, found: foundBy[rankOf(name) ?? byOtherWords] ?? 'title' };
  });
}
