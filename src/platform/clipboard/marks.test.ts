import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { concealsByPresence, concealsByValue, marksToRead } from './marks.ts';

describe('marks of concealed copies', () => {
  it('conceal a copy by their presence', () => {
    const presence = [
      'ExcludeClipboardContentFromMonitorProcessing',
      'Clipboard Viewer Ignore',
      'org.nspasteboard.ConcealedType',
      'org.nspasteboard.TransientType',
    ];
    for (const mark of presence) assert.equal(concealsByPresence(['UTF8_STRING', mark]), true, mark);
    assert.equal(concealsByPresence(['UTF8_STRING', 'text/html']), false);
  });

  it('conceal a copy by their value, and if it can not be read', () => {
    assert.deepEqual(marksToRead(['UTF8_STRING', 'x-kde-passwordManagerHint']), ['x-kde-passwordManagerHint']);
    assert.equal(concealsByValue('x-kde-passwordManagerHint', Buffer.from('secret')), true);
    assert.equal(concealsByValue('x-kde-passwordManagerHint', Buffer.from('public')), false);
    assert.equal(concealsByValue('x-kde-passwordManagerHint', null), true);
    assert.equal(concealsByValue('CanIncludeInClipboardHistory', Buffer.from([0, 0, 0, 0])), true);
    assert.equal(concealsByValue('CanIncludeInClipboardHistory', Buffer.from([1, 0, 0, 0])), false);
    assert.equal(concealsByValue('CanIncludeInClipboardHistory', Buffer.from('0')), true);
    assert.equal(concealsByValue('CanIncludeInClipboardHistory', Buffer.from('1')), false);
    assert.equal(concealsByValue('CanIncludeInClipboardHistory', Buffer.alloc(0)), true);
  });
});
