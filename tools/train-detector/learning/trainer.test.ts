import assert from 'node:assert/strict';
import { test } from 'node:test';
import { featureIndex, networkOf } from '../../../src/domain/detect/learned/network.ts';
import { parseWeights } from '../../../src/domain/detect/learned/weights.ts';
import { seededRandom } from './fragments.ts';
import { learningTexts, weightedPicker } from './learning-set.ts';
import { scrapMaker } from './scraps.ts';
import { quantiseWeights } from './train.ts';
import { Trainer } from './trainer.ts';
import { chooseVocabulary } from './vocabulary.ts';
import { formatWeights } from './weights-file.ts';

const python = 'def mean(values):\n    return sum(values) / len(values)\n';
const ruby = 'def mean(values)\n  values.sum / values.size\nend\n';
const texts = ['one', 'two', 'three'].flatMap((project) => [
  { type: 'python', label: 'python', project, lines: python.split('\n') },
  { type: 'ruby', label: 'ruby', project, lines: ruby.split('\n') },
]);

test('a trained model distinguishes the types, also after its weights are rounded, written and read again', () => {
  const vocabulary = chooseVocabulary(learningTexts(texts), 500, 3);
  assert.ok(vocabulary.length > 20);
  assert.deepEqual(vocabulary, vocabulary.toSorted());
  const trainer = new Trainer(['python', 'ruby'], 8, vocabulary, featureIndex(vocabulary), seededRandom('test'));
  const losses = Array.from({ length: 200 }, (_, step) => trainer.step(step % 2 === 0 ? python : ruby, step % 2, 0.2));
  assert.ok((losses.at(-1) ?? 1) < (losses[0] ?? 0));
  const score = networkOf(parseWeights(formatWeights(quantiseWeights(trainer.learned))));
  assert.ok((score(python).likely[0] ?? 0) > 0.8);
  assert.ok((score(ruby).likely[1] ?? 0) > 0.8);
});

test('a feature that too few projects have is not in the vocabulary', () => {
  assert.equal(chooseVocabulary(learningTexts(texts), 500, 4).length, 0);
});

test('an index is picked in proportion to its weight', () => {
  const pick = weightedPicker([1, 3], seededRandom('pick'));
  const heavy = Array.from({ length: 4_000 }, pick).filter((index) => index === 1).length;
  assert.ok(Math.abs(heavy / 4_000 - 0.75) < 0.03);
});

test('scraps are short, have many forms, and are the same for the same seed', () => {
  const from = {
    prose: [['Вчера я ходил на рынок, но он был закрыт.', 'Мы пошли домой.']],
    other: [['some words of a plain text that is longer']],
  };
  const make = (): string[] => Array.from({ length: 300 }, scrapMaker(from, seededRandom('scraps')));
  const scraps = make();
  assert.deepEqual(make(), scraps);
  assert.ok(new Set(scraps).size > 200);
  assert.ok(scraps.every((scrap) => scrap.length > 0 && scrap.length < 5_000));
});
