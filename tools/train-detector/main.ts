/**
 * The corpus for training the detector of text and code types: `fetch` downloads what sources.ts names, `collect` chooses its files,
 * `count` says what there is. Its result never enters the repository. README.md has how to use it.
 */
import { collectCorpus } from './collect.ts';
import { countedAsMarkdown, readCorpus } from './count.ts';
import { fetchPackages } from './fetch.ts';

const [command, ...words] = process.argv.slice(2);
const at = words.indexOf('--only');
const labels = at < 0 ? [] : (words[at + 1] ?? '').split(',');

if (command === 'fetch') {
  const unreachable = await fetchPackages(labels);
  process.stdout.write(`${unreachable.length} could not be had: ${unreachable.join(', ')}\n`);
} else if (command === 'collect') {
  process.stdout.write(`${collectCorpus(labels)} files and passages\n`);
} else if (command === 'count') {
  process.stdout.write(countedAsMarkdown(readCorpus()));
} else {
  process.stderr.write('node tools/train-detector/main.ts fetch | collect [--only LABEL,…], or count\n');
  process.exitCode = 2;
}
