import assert from 'node:assert/strict';
import { test } from 'node:test';
import { switchSetting } from './on-off-setting.ts';

test('a switch is on or off by the usual words in any case, off if missing, and unknown for any other word', () => {
  for (const word of ['1', 'true', 'YES', 'On', ' true ']) assert.equal(switchSetting(word), true, word);
  for (const word of ['0', 'False', 'no', 'OFF', '', undefined]) assert.equal(switchSetting(word), false, String(word));
  for (const word of ['2', 'debug', 'constructor']) assert.equal(switchSetting(word), null, word);
});
