import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitProjects } from './split.ts';

const files = (type: string, ...projects: string[]) => projects.map((project) => ({ type, project }));
const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${name}${index}`);

const corpus = [
  ...files('c', ...numbered('c', 60)),
  ...files('ruby', ...numbered('ruby', 5)),
  ...numbered('label', 12).flatMap((label) => files(label, ...numbered(label, 5))),
  ...files('shell', ...numbered('c', 3), ...numbered('ruby', 4)),
  ...files('cobol', 'gnucobol', 'other'),
  ...files('zig', 'zig'),
  ...files('makefile', ...numbered('c', 60), 'gnucobol'),
];
const sides = splitProjects(corpus);
const sidesOf = (type: string) => new Set(corpus.filter((one) => one.type === type).map((one) => sides.get(one.project)));

test('every project is on one side', () => {
  assert.deepEqual([...sides.keys()].sort(), [...new Set(corpus.map((one) => one.project))].sort());
});

test('a label of five projects or more has one on each side', () => {
  for (const type of ['c', 'ruby', 'shell', 'makefile', ...numbered('label', 12)])
    assert.deepEqual([...sidesOf(type)].sort(), ['dev', 'test', 'train'], type);
});

test('a label of two projects is learned from one and tried on the other', () => {
  assert.deepEqual([...sidesOf('cobol')].sort(), ['test', 'train']);
});

test('a label of one project is learned only', () => {
  assert.deepEqual([...sidesOf('zig')], ['train']);
});

test('most projects are learned from', () => {
  const count = (side: string): number => [...sides.values()].filter((one) => one === side).length;
  assert.ok(count('train') > sides.size * 0.55);
  assert.ok(count('test') > count('dev'));
});

test('a project that has a side keeps it, whatever is added', () => {
  const kept = corpus.map((one) => ({ ...one, side: sides.get(one.project) ?? 'train' }));
  const more = splitProjects([...kept, ...files('zig', ...numbered('zig', 9)), ...files('cobol', ...numbered('c', 20))]);
  for (const [project, side] of sides) assert.equal(more.get(project), side, project);
});

test('the order of the corpus changes nothing', () => {
  assert.deepEqual(new Map([...splitProjects(corpus.toReversed())].sort()), new Map([...sides].sort()));
});
