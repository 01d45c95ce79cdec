import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { closeFile } from '../../../test/doubles/journals/closed-file.ts';
import { textCapture, writeCarriedOver } from '../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { failed } from '../../base/outcome.ts';
import { documentParser } from '../../configuration/document-parser.ts';
import type { LegalHolds } from '../../contract/documents/legal-hold.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { isMarkedDamaged } from '../../journal/damage/damage.ts';
import { openJournal } from '../../journal/journal.ts';
import { setHolds } from '../../journal/retention/holds-in-force.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { journalChecks, lookAtJournal } from './journal-checks.ts';

function holdsBy(...holds: readonly Readonly<Record<string, unknown>>[]): LegalHolds {
  const parsed = documentParser('legal-hold')({ holds });
  assert.ok(parsed.ok);
  return parsed.value;
}

test('damage that no statement of Hub has met yet is marked, so that the next start puts the journal aside', async (t) => {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  mkdirSync(path.dirname(places.journal), { recursive: true });
  mkdirSync(places.blobs, { recursive: true });
  {
    using journal = openJournal({ file: places.journal, blobs: places.blobs });
    for (let number = 0; number < 300; number += 1) recordCapture(journal, textCapture(`copy ${number} ${'of words '.repeat(100)}`));
  }
  const facts = { places, env: {}, status: failed('absent'), nowMs: Date.now() } as const;
  const [check] = journalChecks;
  const words = async (withinMs?: number) => (await lookAtJournal(facts, withinMs)).map(({ word }) => word);
  const whole = await words();
  assert.ok(whole !== undefined && !whole.includes('damaged') && !isMarkedDamaged(places.journal));
  writeFileSync(`${places.journal}-schema`, '');
  const open = closeFile(t, `${places.journal}-schema`);
  assert.deepEqual(await words(), ['schema-closed']);
  open();
  assert.deepEqual(await words(), whole);
  const header = `${places.journal}.bad-2026-03-01T09-05-07-042Z-header`;
  writeFileSync(header, '');
  const aside = (await check?.run(facts))?.find(({ word }) => word === 'put-aside');
  assert.equal(aside?.verdict, 'note');
  assert.match(aside?.says ?? '', /hub\.db\.bad-2026-03-01T09-05-07-042Z-header/);
  assert.ok(process.platform === 'win32' || aside?.mend?.endsWith(`cd '${path.dirname(header)}' && rm -r ${path.basename(header)}`));
  writeFileSync(`${places.journal}-schema`, '');
  const late = closeFile(t, `${places.journal}-schema`);
  assert.deepEqual(await words(1), ['not-finished', 'schema-closed', 'put-aside']);
  late();
  rmSync(`${places.journal}-schema`);
  const lost = 'hub.db.bad-2026-03-02T09-05-07-042Z';
  writeFileSync(path.join(path.dirname(places.journal), lost), '');
  assert.ok((await words())?.includes('put-aside'), 'nobody has written down that nothing was carried over');
  {
    using journal = openJournal({ file: places.journal, blobs: places.blobs });
    writeCarriedOver(journal, lost, { copies: 0, incomplete: 0, loss: null });
  }
  assert.deepEqual((await words())?.slice(-2), ['copies-lost', 'put-aside']);
  const told = (await check?.run(facts))?.find(({ word }) => word === 'copies-lost');
  assert.equal(told?.verdict, 'failure');
  assert.match(told?.says ?? '', /legal hold were lost as well.*hub\.db\.bad-2026-03-02/);
  assert.doesNotMatch(told?.mend ?? '', /rm -r/);
  {
    using journal = openJournal({ file: places.journal, blobs: places.blobs });
    writeCarriedOver(journal, lost, { copies: 40, incomplete: 2, loss: null });
  }
  const partly = (await check?.run(facts))?.find(({ word }) => word === 'copies-incomplete');
  assert.equal(partly?.verdict, 'note');
  assert.match(partly?.says ?? '', /^about 2 copies .+hub\.db\.bad-2026-03-02/);
  assert.doesNotMatch(partly?.mend ?? '', /rm -r/);
  {
    using journal = openJournal({ file: places.journal, blobs: places.blobs });
    const loss = {
      lost: [
        [420, 422],
        [405, 405],
      ],
      unsure: [],
      pinned: 1,
    } as const;
    writeCarriedOver(journal, lost, { copies: 40, incomplete: 2, loss });
    setHolds(journal, holdsBy({ id: 'byid', copies: [420, 421, 440] }, { id: 'byq', query: 'acme' }, { id: 'other', copies: [440] }));
  }
  const [partLost, alsoIncomplete] = (await check?.run(facts))?.slice(1) ?? [];
  assert.deepEqual([partLost?.verdict, partLost?.word, alsoIncomplete?.word], ['failure', 'copies-lost', 'copies-incomplete']);
  assert.match(
    partLost?.says ?? '',
    /^4 copies were lost with a damaged journal, 1 of them pinned\. On a legal hold: byid \(420, 421\)\. Legal holds that lost copies may be on: byq\. .+hub\.db\.bad-2026-03-02/,
  );
  assert.match(partLost?.mend ?? '', /strings -n 8 .+ this message stays until the file is deleted or moved away$/);
  const unknown = (await check?.run(facts))?.find(({ word }) => word === 'put-aside');
  assert.match(unknown?.mend ?? '', /rm -r .+-header/, 'the one with lost copies is not among those to delete');
  const before = path.join(path.dirname(places.journal), 'hub.db.bad-2026-01-02T09-05-07-042Z');
  writeFileSync(before, '');
  const mayHave = (await check?.run(facts))?.find(({ word }) => word === 'put-aside');
  assert.match(mayHave?.mend ?? '', /^keep them while a legal hold may cover/, 'nobody knows what it has');
  rmSync(before);
  rmSync(path.join(path.dirname(places.journal), `${lost}-loss`));
  writeFileSync(path.join(path.dirname(places.journal), `${lost}-wal`), '');
  const others = (await check?.run(facts))?.find(({ word }) => word === 'put-aside');
  assert.match(
    others?.says ?? '',
    /: hub\.db\.bad-2026-03-01T09-05-07-042Z-header$/,
    'the one that is to be kept is not among those to delete',
  );
  for (const name of [lost, `${lost}-wal`, path.basename(header)]) rmSync(path.join(path.dirname(places.journal), name));
  const bytes = readFileSync(places.journal);
  const page = Math.floor(bytes.length / 4_096 / 2);
  writeFileSync(places.journal, bytes.fill(0xab, page * 4_096, (page + 1) * 4_096));
  assert.deepEqual(await words(), ['damaged']);
  assert.ok(isMarkedDamaged(places.journal));
});
