import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { recordJudgement } from '../../journal/fragments/fragment-states.ts';
import { type ExplainOptions, explain } from './explain.ts';

const secret = 'DB_PASSWORD=q8Zr2vT5wLx1';

/** What the command prints in a home with this filter. */
async function explained(
  t: TestContext,
  filter: string,
  options: ExplainOptions,
  id?: string,
  origin: 'clipboard' | 'web' = 'clipboard',
): Promise<readonly [number, string, string]> {
  const { places } = startPeers(t);
  mkdirSync(path.dirname(places.journal), { recursive: true });
  mkdirSync(places.blobs, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  const [recorded = 0] = recordCapture(journal, { ...textCapture(secret), origin }).fragmentIds;
  const verdict = { kind: 'filter', because: 'secret_password' } as const;
  recordJudgement(journal, recorded, {
    detection: null,
    embeddedFilename: null,
    pictureSize: null,
    verdict,
  });
  const file = places.document('config/content-filter.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, filter);
  const { surface, printed, complained } = rememberingSurface({ ...places });
  return [await explain(surface, id, options), printed.join('\n'), complained.join('\n')];
}

test('a text is explained by the rules in force, without a running Hub and without quoting it', async (t) => {
  const [status, printed] = await explained(t, '{}', { text: secret, json: true });
  assert.deepEqual([status, JSON.parse(printed).kept, JSON.parse(printed).decidedBy], [0, false, 'detect_secrets']);
  assert.doesNotMatch(printed, /q8Zr/);
  const [, allowed] = await explained(t, '{"allowed_secrets": ["password"]}', { text: secret });
  assert.match(allowed, /It would be kept\.$/);
  const [, excluded] = await explained(t, '{"excluded_app_names": ["keepass*"]}', { text: 'a word', app: 'KeePassXC' });
  assert.match(excluded, /^> +excluded_app_names +decides/m);
  const [, inFolder] = await explained(t, JSON.stringify({ excluded_dirs: [process.cwd()] }), { file: 'a.txt' });
  assert.match(inFolder, /^> +excluded_dirs +decides/m);
  const [, unsaid] = await explained(t, '{"excluded_app_names": ["keepass*"]}', { text: 'a word' });
  assert.match(unsaid, /It would be kept\.$/);
});

test('while the rules are not known, nothing would be kept', async (t) => {
  const [status, printed, complained] = await explained(t, '{', { text: 'a word' });
  assert.deepEqual([status, printed], [1, '']);
  assert.match(complained, /nothing is captured/);
});

test('a copy in the journal is explained by its reason', async (t) => {
  const [status, printed] = await explained(t, '{}', {}, '1');
  assert.equal(status, 0);
  assert.equal(
    printed,
    'not kept: looks like a password or key in a configuration (detect_secrets in content-filter.json)\nTo keep it anyway, while it is on the clipboard: hub keep 1',
  );
  const [, saved] = await explained(t, '{}', {}, '1', 'web');
  assert.match(saved, /\nTo keep such saves from the browser: hub keep 1 --always; then save it there again$/);
  assert.equal((await explained(t, '{}', {}, '99'))[0], 1);
  assert.equal((await explained(t, '{}', { text: 'a' }, '1'))[0], 2);
  assert.equal((await explained(t, '{}', {}))[0], 2);
});
