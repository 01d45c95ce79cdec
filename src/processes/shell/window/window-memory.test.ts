import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { OpenWindowMemory } from './window-memory.ts';

function fileIn(t: TestContext): string {
  const folder = temporaryHome(t);
  return path.join(folder, 'data', 'window.json');
}

test('what was set is there again, and private to its user', async (t) => {
  const file = fileIn(t);
  const memory = new OpenWindowMemory(file);
  memory.set({ place: { x: 3, y: -4 }, panel: 2 });
  memory.set({ railIsOpen: true, isMaximised: true });
  await memory[Symbol.asyncDispose]();
  const { place, panel, railIsOpen, isMaximised } = new OpenWindowMemory(file).value;
  assert.deepEqual({ place, panel, railIsOpen, isMaximised }, { place: { x: 3, y: -4 }, panel: 2, railIsOpen: true, isMaximised: true });
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('each invalid value is replaced by its default, and the others stay', async (t) => {
  const file = fileIn(t);
  const memory = new OpenWindowMemory(file);
  memory.set({ section: 'history' });
  await memory[Symbol.asyncDispose]();
  const kept = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...kept, panel: 17, size: { width: 1e9, height: 'tall' }, place: 'left', theme: null, extra: 1 }));
  const { panel, size, place, theme, section } = new OpenWindowMemory(file).value;
  assert.deepEqual(
    { panel, size, place, theme, section },
    { panel: 3, size: { width: 608, height: 600 }, place: null, theme: 'default', section: 'history' },
  );
  const { isMaximised: _later, ...older } = kept;
  writeFileSync(file, JSON.stringify(older));
  const { isMaximised, section: stays } = new OpenWindowMemory(file).value;
  assert.deepEqual({ isMaximised, stays }, { isMaximised: false, stays: 'history' });
  for (const nonsense of ['', '[]', 'null', '{', '"x"']) {
    writeFileSync(file, nonsense);
    assert.equal(new OpenWindowMemory(file).value.panel, 3);
  }
});

test('what was dismissed stays so across starts: the latest ones, each once', async (t) => {
  const file = fileIn(t);
  const memory = new OpenWindowMemory(file);
  const ids = Array.from({ length: 20 }, (_, n) => `damage ${n}`);
  for (const id of [...ids, 'damage 19']) memory.dismiss(id);
  await memory[Symbol.asyncDispose]();
  assert.deepEqual(new OpenWindowMemory(file).beginning('another run').dismissed, ids.slice(-16));
});
