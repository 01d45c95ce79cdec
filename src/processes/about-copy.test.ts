import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testJournal, textCapture } from '../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../journal/captures/captures.ts';
import { aboutNumber } from './about-copy.ts';

test('a fragment of which only the number is at hand is logged with its capture, or with none if that can not be known', (t) => {
  const journal = testJournal(t);
  recordCapture(journal, textCapture('one', { copiedAtMs: 1_000 }));
  const { captureId, fragmentIds } = recordCapture(journal, textCapture('two', { copiedAtMs: 2_000 }));
  const [fragmentId = 0] = fragmentIds;
  assert.deepEqual(aboutNumber(journal, fragmentId), { captureId, fragmentId });
  assert.deepEqual(aboutNumber(journal, 99), { captureId: null, fragmentId: 99 });
  const unreadable = {
    ...journal,
    statement: (): never => {
      throw new Error('the disk failed');
    },
  };
  assert.deepEqual(aboutNumber(unreadable, fragmentId), { captureId: null, fragmentId });
});
