/**
 * Where the corpus comes from: for each label the packages that are fetched because they have files of it. Collecting looks at every file
 * of every package, whatever it was fetched for; a package needs to be named under one label only.
 *
 * Debian's packages are taken as the release has them, npm's at the version named here. Samples of other programs that tell languages
 * apart (Linguist, Pygments, highlight.js, Prism, Magika, bat, ohcount, cloc) are never a source: they are what others are measured with.
 */
import type { Source, SourceTable } from './source.ts';
import { codeSources } from './sources/code.ts';
import { mobileSources } from './sources/mobile.ts';
import { scarceSources } from './sources/scarce.ts';
import { textSources } from './sources/text.ts';
import { webSources } from './sources/web.ts';

/** All tables as one; a label may stand in several. */
export const sources: SourceTable = joined([codeSources, webSources, mobileSources, textSources, scarceSources]);

function joined(tables: readonly SourceTable[]): SourceTable {
  const all: Record<string, Source[]> = {};
  for (const table of tables) for (const [label, list] of Object.entries(table)) all[label] = [...(all[label] ?? []), ...list];
  return all;
}
