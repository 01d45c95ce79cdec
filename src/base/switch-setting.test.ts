import assert from 'node:assert/strict';
import { test } from 'node:test';
import { switchSetting } from './switch-setting.ts';

test('a switch is on or off by the usual words in any case, off when left out, and nothing by any other word', () => {
  for (const word of ['1', 'true', 'YES', 'On', ' true ']) assert.equal(switchSetting(word), true, word);
  for (const word of ['0', 'False', 'no', 'OFF', '', undefined]) assert.equal(switchSetting(word), false, String(word));
  for (const word of ['2', 'debug', 'constructor']) assert.equal(switchSetting(word), null, word);
});
