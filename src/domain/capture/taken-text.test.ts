import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absences } from '../../contract/journal.ts';
import { absentBecause, joinedFiles, taken } from './taken-text.ts';

const joined = (text: string): string => taken(text, { join_lines: true });

test('the lines of a text stay, without blanks at their ends and blank lines around it', () => {
  assert.equal(taken('\r\n\n  if (a)  \r\n    b\t\n\nend \n\n', { join_lines: false }), '  if (a)\n    b\n\nend');
  assert.equal(taken(' \n\t\n', { join_lines: false }), '');
});

test('the lines of a paragraph become one, and divided words are whole again', () => {
  assert.equal(joined('The tide ta-\nble of the\nharbour.\n\nA new one\nbegins.'), 'The tide table of the harbour.\n\nA new one begins.');
  assert.equal(joined('a well-\nKnown name'), 'a well- Known name', 'not before a capital');
  assert.equal(joined('这是\n一段话'), '这是一段话');
});

test('entries of a list, tables and what is indented keep their lines', () => {
  const lines = 'First:\n- milk\n- bread\n1. one\n| a | b |\n    code';
  assert.equal(joined(lines), lines);
});

test('of several files each text is under the name of its file, if that is wanted', () => {
  const texts = [
    { file: '/home/me/a.txt', text: 'one\n' },
    { file: 'C:\\b.txt', text: '\ntwo' },
  ];
  assert.equal(joinedFiles(texts, true), 'a.txt\n\none\n\nb.txt\n\ntwo');
  assert.equal(joinedFiles(texts, false), 'one\n\ntwo');
});

test('what was not read because it is private is told apart from what is not there', () => {
  assert.equal(absentBecause(null), 'nothing');
  const isPrivate = absences.filter((word) => absentBecause(word) === 'private');
  assert.deepEqual(isPrivate, ['concealed', 'excluded', 'excluded-window', 'owner-unknown', 'filter-unknown', 'ignored']);
});
