/**
 * Where the corpus comes from: for each label, packages that have files of it. Collecting looks at every file of every package, whatever label it was
 * fetched for, so a package needs to be named under one label only.
 *
 * Debian packages have the version of the release, npm packages the version named here. The samples of other language detectors (Linguist, Pygments,
 * highlight.js, Prism, Magika, bat, ohcount, cloc) are never a source, because other detectors are measured with them.
 */
import type { Source, SourceTable } from './source.ts';
import { codeSources } from './sources/code.ts';
import { mobileSources } from './sources/mobile.ts';
import { scarceSources } from './sources/scarce.ts';
import { textSources } from './sources/text.ts';
import { webSources } from './sources/web.ts';

/** All tables joined; a label may be in several. */
export const sources: SourceTable = joined([codeSources, webSources, mobileSources, textSources, scarceSources]);

function joined(tables: readonly SourceTable[]): SourceTable {
  const all: Record<string, Source[]> = {};
  for (const table of tables) for (const [label, list] of Object.entries(table)) all[label] = [...(all[label] ?? []), ...list];
  return all;
}
