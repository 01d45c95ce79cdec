import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Side, splitProjects } from './split-projects.ts';

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
const none = new Map<string, Side>();
const sides = splitProjects(corpus, none);
const sidesOf = (type: string) => new Set(corpus.filter((one) => one.type === type).map((one) => sides.get(one.project)));

test('every project is on one side', () => {
  assert.deepEqual([...sides.keys()].sort(), [...new Set(corpus.map((one) => one.project))].sort());
});

test('a label with five projects or more has one on each side', () => {
  for (const type of ['c', 'ruby', 'shell', 'makefile', ...numbered('label', 12)])
    assert.deepEqual([...sidesOf(type)].sort(), ['dev', 'test', 'train'], type);
});

test('the more projects a label has, the more of them are in the test set', () => {
  const several = (type: string, count: number) => numbered(type, count).flatMap((project) => files(type, project, project, project));
  const split = splitProjects([...corpus, ...several('fortran', 6), ...several('vala', 9), ...several('julia', 12)], none);
  const inTest = (type: string, count: number): number => numbered(type, count).filter((project) => split.get(project) === 'test').length;
  assert.ok(inTest('fortran', 6) >= 2);
  assert.ok(inTest('vala', 9) >= 3);
  assert.ok(inTest('julia', 12) >= 4);
});

test('a project with several texts of a label is preferred for the test set over one with a single text', () => {
  const several = ['many1', 'many2'].flatMap((project) => files('dart', project, project, project));
  const split = splitProjects([...files('dart', ...numbered('single', 30)), ...several], none);
  assert.deepEqual(['many1', 'many2'].map((project) => split.get(project)).sort(), ['test', 'train']);
});

test('a fixed side overrides the previous one, and another project takes its place in the test set', () => {
  const measured = new Set(corpus.map(({ project }) => project).filter((project) => sides.get(project) === 'test'));
  const kept = corpus.map((one) => ({ ...one, side: sides.get(one.project) ?? 'train' }));
  const added = numbered('more', 12).flatMap((project) => files('ruby', project));
  const split = splitProjects([...kept, ...added], new Map([...measured].map((project): [string, Side] => [project, 'train'])));
  for (const project of measured) assert.equal(split.get(project), 'train', project);
  assert.ok(added.filter(({ project }) => split.get(project) === 'test').length >= 2);
});

test('of a label with two projects, one is for training and the other for testing', () => {
  assert.deepEqual([...sidesOf('cobol')].sort(), ['test', 'train']);
});

test('a label with one project is only trained on', () => {
  assert.deepEqual([...sidesOf('zig')], ['train']);
});

test('most projects are for training', () => {
  const count = (side: string): number => [...sides.values()].filter((one) => one === side).length;
  assert.ok(count('train') > sides.size * 0.55);
  assert.ok(count('test') > count('dev'));
});

test('a project keeps its side when others are added', () => {
  const kept = corpus.map((one) => ({ ...one, side: sides.get(one.project) ?? 'train' }));
  const more = splitProjects([...kept, ...files('zig', ...numbered('zig', 9)), ...files('cobol', ...numbered('c', 20))], none);
  for (const [project, side] of sides) assert.equal(more.get(project), side, project);
});

test('the order of the corpus makes no difference', () => {
  assert.deepEqual(new Map([...splitProjects(corpus.toReversed(), none)].sort()), new Map([...sides].sort()));
});
