/** Reads the corpus, and counts it by label, as a table in Markdown. */
import { readFileSync } from 'node:fs';
import { cache } from '../fetching/cache.ts';
import type { CorpusFile } from './corpus-file.ts';
import { fixedSides } from './fixed-sides.ts';
import { kinds } from './kinds.ts';
import { splitProjects } from './split-projects.ts';

export function readCorpus(): CorpusFile[] {
  const lines = readFileSync(cache.corpus, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as CorpusFile);
}

/** One row per label: its projects, in total and by side; whole files and passages; its most frequent licences. */
export function countedAsMarkdown(corpus: readonly CorpusFile[]): string {
  const sides = splitProjects(corpus, fixedSides());
  const rows = [...Map.groupBy(corpus, (file) => file.type)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, files]) => {
      const projects = [...new Set(files.map((file) => file.project))];
      const on = (side: string): number => projects.filter((project) => sides.get(project) === side).length;
      const passages = files.filter((file) => file.passage).length;
      const name = kinds.find((kind) => kind.label === label)?.beyond || !kinds.some((kind) => kind.label === label) ? `${label} +` : label;
      return `| ${name} | ${projects.length} | ${on('train')}/${on('dev')}/${on('test')} | ${files.length - passages} | ${passages} | ${licences(files)} |`;
    });
  const head =
    '| label | projects | train/dev/test | files | passages | licences, most frequent first |\n| --- | --- | --- | --- | --- | --- |';
  return `${head}\n${rows.join('\n')}\n`;
}

const licencesShown = 4;

function licences(files: readonly CorpusFile[]): string {
  const names = files.flatMap((file) => [...new Set(file.licence.split(' | ').map(shortened))]);
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, all]): [string, number] => [name, all.length]);
  const most = counts.sort(([, a], [, b]) => b - a).map(([name]) => name);
  return `${most.slice(0, licencesShown).join(', ')}${most.length > licencesShown ? ', …' : ''}`;
}

/** Families of licences; `corpus.jsonl` has their versions and exceptions. */
function shortened(name: string): string {
  return (
    /^(AGPL|LGPL|GPL|Apache|MPL|BSD|MIT|Expat|Artistic|LPPL|CC0|CC-BY-SA|CC-BY|ISC|Zlib|OFL|GFDL)/i.exec(name)?.[0] ??
    (name === 'unstated' ? name : 'other')
  );
}
