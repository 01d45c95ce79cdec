/**
 * Makes the corpus for the detector of text and code types, and trains the model on it. `fetch` downloads the packages that sources.ts names, `collect`
 * chooses their files, `count` prints a table of them, `train` writes the weights, `calibrate` updates only the confidence in them, and `hold-out` lists
 * the texts for measuring. The corpus never enters the repository, the weights do. README.md describes how to use it.
 */
import { readWeights } from '../../src/domain/detect/learned/weights.ts';
import { addToCorpus, collectCorpus } from './corpus/collect.ts';
import { chooseHeldOut } from './corpus/held-out.ts';
import { writeHeldOutList } from './corpus/held-out-list.ts';
import { countedAsMarkdown, readCorpus } from './corpus/read-corpus.ts';
import { fetchPackages } from './fetching/fetch.ts';
import { readLearningSets } from './learning/learning-set.ts';
import { train, usualTraining, withCalibration, writeWeights } from './learning/train.ts';

const [command, ...words] = process.argv.slice(2);
const given = (option: string): string | undefined => (words.includes(option) ? words[words.indexOf(option) + 1] : undefined);
const labels = given('--only')?.split(',') ?? [];

if (command === 'fetch') {
  const unreachable = await fetchPackages(labels);
  process.stdout.write(`${unreachable.length} could not be fetched: ${unreachable.join(', ')}\n`);
} else if (command === 'collect') {
  const files = words.includes('--added') ? addToCorpus() : collectCorpus(labels);
  process.stdout.write(`${files} files and passages\n`);
} else if (command === 'count') {
  process.stdout.write(countedAsMarkdown(readCorpus()));
} else if (command === 'train') {
  const steps = Number(given('--steps') ?? usualTraining.steps);
  const corpus = readCorpus();
  writeWeights(train(corpus, { ...usualTraining, steps }, (line) => process.stdout.write(`${line}\n`)));
} else if (command === 'calibrate') {
  writeWeights(withCalibration(readWeights(), readLearningSets(readCorpus()).dev));
} else if (command === 'hold-out') {
  writeHeldOutList(chooseHeldOut(readCorpus()));
} else {
  process.stderr.write(
    'node tools/train-detector/main.ts fetch [--only LABEL,…], collect [--only LABEL,… | --added], count, train [--steps N], calibrate, or hold-out\n',
  );
  process.exitCode = 2;
}
