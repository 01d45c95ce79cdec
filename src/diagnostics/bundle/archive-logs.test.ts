import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { unzipped } from '../../../test/harness/documents/zip-reader.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { archiveLogs } from './archive-logs.ts';

test('an archive of the logs has them as they are, and nothing else of their folder', async (t) => {
  const home = temporaryHome(t);
  const places = locatePlaces(readSurroundings({ HUB_HOME: home }));
  const folder = path.join(home, 'out');
  assert.deepEqual(await archiveLogs(places, folder, Date.UTC(2026, 2, 1, 9, 5, 7)), { ok: false, reason: 'nothing' });
  mkdirSync(places.logs);
  // Also what is no text, and half a line of a process that was killed.
  const contentOf = (name: string): Buffer => Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([0xff, 0, 0xc3]), Buffer.from('{"lev')]);
  for (const name of ['hub.log', 'hub.1.log', 'clipboard.failed.log', 'other.log'])
    writeFileSync(path.join(places.logs, name), contentOf(name));
  const made = await archiveLogs(places, folder, Date.UTC(2026, 2, 1, 9, 5, 7));
  assert.ok(made.ok);
  assert.equal(statSync(made.value.path).mode & 0o777, 0o600);
  const files = unzipped(readFileSync(made.value.path)).map(({ name, bytes }) => [name, bytes.toString('hex')]);
  assert.deepEqual(
    files.toSorted(),
    ['clipboard.failed.log', 'hub.1.log', 'hub.log'].map((name) => [name, contentOf(name).toString('hex')]),
  );
});
