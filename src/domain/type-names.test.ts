import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileTypes } from './detect/types.ts';
import { typeName } from './type-names.ts';

test('every type that is detected has a name of its own that is not its label', () => {
  const labels = fileTypes().map(({ typeId }) => typeId);
  const unnamed = labels.filter((label) => typeName(label) === label);
  assert.deepEqual(unnamed, []);
  const names = labels.map(typeName);
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});

test('a name is what people call the type', () => {
  const labels = ['python', 'cpp', 'cs', 'objectivec', 'shellsession', 'txt', 'png', '3gp'];
  const names = ['Python', 'C++', 'C#', 'Objective-C', 'Shell session', 'Plain text', 'PNG picture', '3GP video'];
  assert.deepEqual(labels.map(typeName), names);
});

test('a label of another version is shown as it is, in one line; nothing is found in what every object has', () => {
  assert.equal(typeName('brainfuck'), 'brainfuck');
  assert.equal(typeName('toString'), 'toString');
  assert.equal(typeName('a\n\u202eb'), 'a \ufffdb');
  assert.equal(typeName(''), '');
});
