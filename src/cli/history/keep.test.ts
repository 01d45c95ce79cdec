import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import type { SecretFamily } from '../../contract/secret-families.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { recordJudgement } from '../../journal/fragments/fragment-states.ts';
import { runCommand } from '../program.ts';

test('exceptions that are made at the same moment are all there', async (t) => {
  const { places } = startPeers(t);
  for (const folder of [path.dirname(places.journal), places.blobs, path.dirname(places.document('config/content-filter.json'))])
    mkdirSync(folder, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const families = ['github_token', 'payment_card', 'password', 'private_key'] as const satisfies readonly SecretFamily[];
  const ids = families.map((family) => {
    const [id = 0] = recordCapture(journal, textCapture(`a ${family}`)).fragmentIds;
    const verdict = { kind: 'filter', because: `secret_${family}` } as const;
    recordJudgement(journal, id, { detection: null, embeddedFilename: null, pictureSize: null, verdict });
    return id;
  });
  const { surface, complained } = rememberingSurface(places);
  const ended = await Promise.all(ids.map((id) => runCommand(['keep', String(id), '--always'], surface, 'hub')));
  assert.deepEqual([ended, complained], [[0, 0, 0, 0], []]);
  const { allowed_secrets } = JSON.parse(readFileSync(places.document('config/content-filter.json'), 'utf8'));
  assert.deepEqual(allowed_secrets.toSorted(), families.toSorted());
});
