import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileTypes } from '../detect/learned/types.ts';
import { typeName } from './type-names.ts';

test('every detected type has a name of its own that is not its label', () => {
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

test('an unknown label is shown as it is, in one line, and property names of all objects are unknown labels', () => {
  assert.equal(typeName('brainfuck'), 'brainfuck');
  assert.equal(typeName('toString'), 'toString');
  assert.equal(typeName('a\n\u202eb'), 'a \ufffdb');
  assert.equal(typeName(''), '');
});
