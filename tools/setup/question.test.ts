import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { askYesOrNo } from './question.mjs';

/** The answer when these keys are pressed at a terminal. */
function pressed(keys: string, withinMs = 10_000): Promise<string> {
  const input = new PassThrough();
  const answer = askYesOrNo('Really? ', { input, output: new PassThrough(), withinMs, terminal: true });
  input.write(keys);
  return answer;
}

test('only y and yes mean yes; anything else means no, including an empty line', async () => {
  for (const yes of ['y', 'Y', ' yes ', 'YES']) assert.equal(await pressed(`${yes}\r`), 'yes');
  for (const no of ['', 'n', 'yep', 'no', 'y y']) assert.equal(await pressed(`${no}\r`), 'no');
});

test('Ctrl-C stops, even after some letters', async () => {
  for (const keys of ['\x03', 'y\x03']) assert.equal(await pressed(keys), 'stop');
});

test('Ctrl-D, the end of the input and a timeout count as no answer', async () => {
  assert.equal(await pressed('\x04'), 'none');
  assert.equal(await pressed('', 50), 'none');
  const input = new PassThrough();
  input.end();
  assert.equal(await askYesOrNo('Really? ', { input, output: new PassThrough() }), 'none');
});
