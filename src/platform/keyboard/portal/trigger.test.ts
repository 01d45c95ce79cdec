import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedKeys, parseShortcut } from '../../../contract/documents/shortcut.ts';
import { preferredTrigger } from './trigger.ts';

const triggerOf = (text: string): string => preferredTrigger(parseShortcut(text) ?? assert.fail(text));

test('keys are written as the portal takes them', () => {
  const pairs: readonly (readonly [string, string])[] = [
    ['Ctrl+Shift+V', 'CTRL+SHIFT+v'],
    ['Super+V', 'LOGO+v'],
    ['Alt+1', 'ALT+1'],
    ['F9', 'F9'],
    ['Ctrl+Enter', 'CTRL+Return'],
    ['Ctrl+Space', 'CTRL+space'],
    ['Super+PageUp', 'LOGO+Page_Up'],
    ["Ctrl+'", 'CTRL+apostrophe'],
    ['Ctrl+\\', 'CTRL+backslash'],
  ];
  for (const [text, trigger] of pairs) assert.equal(triggerOf(text), trigger);
});

test('every key that a shortcut may have has the name of a keysym, which is one word', () => {
  const signs = "`-=[]\\;',./";
  for (const key of [...namedKeys, ...signs, 'A', '0']) assert.match(triggerOf(`Ctrl+${key}`), /^CTRL\+\w+$/, key);
});
