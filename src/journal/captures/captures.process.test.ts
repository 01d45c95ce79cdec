import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, test } from 'node:test';
import { journalPlace, testJournal } from '../../../test/doubles/temporary-journal.ts';
import { contentPlaces, readHead } from '../fragments/fragments.ts';
import { listFragments } from '../fragments/listing.ts';
import { readCounters } from './counters.ts';

const large = Buffer.alloc(300_000, 'large ');

function text(journal: ReturnType<typeof testJournal>, fragmentId: number | undefined): string {
  const place = contentPlaces(journal, fragmentId ?? 0)[0];
  assert.ok(place);
  return Buffer.from(readHead(place, 1e9)).toString();
}

/** A program that opens the journal, with all imports that the tests need. */
function program(place: object, body: string): readonly string[] {
  const from = (file: string): string => JSON.stringify(path.join(import.meta.dirname, file));
  const imports = `import { openJournal } from ${from('../journal.ts')}; import { recordCapture } from ${from('captures.ts')};
    import { textCapture, spooledContent, capture, textFragment } from ${from('../../../test/doubles/temporary-journal.ts')};
    const place = ${JSON.stringify(place)}; const journal = openJournal(place);`;
  return ['--input-type=module', '-e', `${imports}\n${body}`];
}

describe('a capture', () => {
  test('survives a kill right after it was recorded, including large contents', async (t) => {
    const place = journalPlace(t);
    const body = `recordCapture(journal, textCapture('small'));
      recordCapture(journal, capture([textFragment(spooledContent(place, Buffer.alloc(300_000, 'large ')))]));
      process.kill(process.pid, 'SIGKILL');`;
    await once(spawn(process.execPath, program(place, body), { stdio: 'inherit' }), 'exit');
    const journal = testJournal(t, place);
    const [second, first] = listFragments(journal, { limit: 10 });
    assert.equal(text(journal, first?.id), 'small');
    assert.equal(text(journal, second?.id), large.toString());
  });

  test('is not lost when several processes open a new journal and write at once', async (t) => {
    const place = journalPlace(t);
    const writer = (name: string): Promise<unknown[]> => {
      const body = `for (let n = 0; n < 40; n++) recordCapture(journal, textCapture('${name}' + n, { copiedAtMs: Date.now() }));`;
      return once(spawn(process.execPath, program(place, body), { stdio: 'inherit' }), 'exit');
    };
    const exits = await Promise.all(['a', 'b', 'c'].map(writer));
    assert.deepEqual(exits, [
      [0, null],
      [0, null],
      [0, null],
    ]);
    const journal = testJournal(t, place);
    const texts = listFragments(journal, { limit: 1_000 }).map(({ id }) => text(journal, id));
    assert.equal(new Set(texts).size, 120);
    assert.equal(readCounters(journal).captured, 120);
  });
});
