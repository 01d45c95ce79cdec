import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { judged, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { runOrder, wholeRun } from '../../../test/harness/retention/retention-run.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { openHubClient } from '../../client/hub-client.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { recordJudgement } from '../../journal/fragments/fragment-states.ts';

/** A home with documents and the records of a run. */
function home(t: TestContext): string {
  const folder = temporaryHome(t);
  mkdirSync(path.join(folder, 'config'));
  writeFileSync(path.join(folder, 'config/retention-policy.json'), '{"rules": [{"id": "few", "max_count": 2}]}\n');
  writeFileSync(path.join(folder, 'config/legal-hold.json'), '{"holds": [{"id": "case-17", "query": "CANARY"}]}\n');
  mkdirSync(path.join(folder, 'data/blobs'), { recursive: true });
  const journal = testJournal(t, { file: path.join(folder, 'data/hub.db'), blobs: path.join(folder, 'data/blobs') });
  for (let n = 0; n < 6; n++) {
    const [id = 0] = recordCapture(journal, textCapture(`text-${n}-of-a-person`, { copiedAtMs: 1_000 + n })).fragmentIds;
    recordJudgement(journal, id, judged({ kind: 'keep', because: 'policy_off' }));
  }
  const policy = { rules: [{ id: 'few', max_count: 2 }] };
  wholeRun(journal, runOrder(path.join(folder, 'data/retention'), Date.now(), { policy }));
  return folder;
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

test('the evidence is a bag that sha256sum accepts, with nothing of what was deleted, and without the key', async (t) => {
  const hubHome = home(t);
  const output = path.join(temporaryHome(t), 'new', 'folder');
  const bag = await openHubClient({ env: { HUB_HOME: hubHome } }).exportRetentionEvidence(output);
  assert.ok(path.isAbsolute(bag) && path.dirname(bag) === output, bag);
  for (const manifest of ['manifest-sha256.txt', 'tagmanifest-sha256.txt']) {
    const { status, stderr } = spawnSync('sha256sum', ['--strict', '--check', manifest], { cwd: bag, encoding: 'utf8' });
    assert.equal(status, 0, `${manifest}: ${stderr}`);
  }
  const key = readFileSync(path.join(hubHome, 'data/retention/digest.key'), 'utf8').trim();
  for (const file of filesIn(bag)) {
    const text = readFileSync(file, 'utf8');
    assert.ok(!text.includes('of-a-person') && !text.includes(key), file);
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600, file);
  }
  assert.match(
    readFileSync(path.join(bag, 'bag-info.txt'), 'utf8'),
    /^Hub-Records: \d+\nHub-Head-SHA-256: [0-9a-f]{64}\nHub-Records-Sound: yes\nHub-Compared-With-Journal: yes\nHub-Holds-Known: yes\nPayload-Oxum: \d+\.3$/m,
  );
});

const program = (bag: string, command: string): string => {
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', command], {
    cwd: bag,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  assert.equal(status, 0, `${command}: ${stderr}`);
  return stdout.trim();
};

test('the evidence is a bag by each rule of RFC 8493, as the programs of the system see it', async (t) => {
  if (spawnSync('sh', ['-c', 'command -v find sha256sum cut sort od']).status !== 0)
    return t.skip('takes find, sha256sum, cut, sort and od');
  const bag = await openHubClient({ env: { HUB_HOME: home(t) } }).exportRetentionEvidence(temporaryHome(t));
  const digests = 'cut -c 67-';
  assert.equal(program(bag, 'cat bagit.txt'), 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8', '2.1.1: these two lines');
  assert.match(program(bag, 'od -An -tx1 -N3 bagit.txt'), /^42 61 67$/, '2.1.1: no byte-order mark');
  assert.equal(
    program(bag, 'find data -type f | sort'),
    program(bag, `${digests} manifest-sha256.txt | sort`),
    '2.1.3, 3: each payload file once',
  );
  assert.equal(program(bag, 'find . -type l -o -type p -o -type s'), '', 'nothing but files and folders');
  assert.equal(
    program(bag, `ls -p | grep -v / | grep -v '^tagmanifest-' | sort`),
    program(bag, `${digests} tagmanifest-sha256.txt | sort`),
    '2.2.1: each tag file but the tag manifest',
  );
  assert.match(
    program(bag, 'head -n 1 manifest-sha256.txt'),
    /^[0-9a-f]{64} {2}data\/[!-~]+$/,
    '2.1.3: digest, white space, path below data/',
  );
  const oxum = program(bag, 'cat $(find data -type f) | wc -c').concat('.', program(bag, 'find data -type f | wc -l'));
  assert.equal(
    program(bag, "grep '^Payload-Oxum: ' bag-info.txt"),
    `Payload-Oxum: ${oxum.replaceAll(' ', '')}`,
    '2.2.2: octets and streams',
  );
  assert.equal(program(bag, "grep -vc '^[A-Za-z0-9-]*: .' bag-info.txt || true"), '0', '2.2.2: label, colon, blank, value');
  assert.match(program(bag, "grep '^Bagging-Date: ' bag-info.txt"), /^Bagging-Date: \d{4}-\d\d-\d\d$/, '2.2.2');
  program(bag, 'sha256sum --strict --status --check manifest-sha256.txt tagmanifest-sha256.txt');
  writeFileSync(path.join(bag, 'data/config/legal-hold.json'), '{"holds": []}\n');
  const changed = spawnSync('sha256sum', ['--status', '--check', 'manifest-sha256.txt'], { cwd: bag });
  assert.equal(changed.status, 1);
});

test('a validator of the Library of Congress accepts the bag, and not a changed one', async (t) => {
  const commands = [
    ['bagit.py', '--validate'],
    ['python3', '-m', 'bagit', '--validate'],
  ] as const;
  const validator = commands.find(([program, ...words]) => {
    const asked = spawnSync(program, [...words.slice(0, -1), '--version'], { encoding: 'utf8' });
    return asked.status === 0;
  });
  if (validator === undefined) return t.skip('there is no bagit.py (pip install bagit)');
  const bag = await openHubClient({ env: { HUB_HOME: home(t) } }).exportRetentionEvidence(temporaryHome(t));
  const [program, ...words] = validator;
  const accepts = (): boolean => spawnSync(program, [...words, bag]).status === 0;
  assert.ok(accepts());
  writeFileSync(path.join(bag, 'data/config/legal-hold.json'), '{"holds": []}\n');
  assert.ok(!accepts());
});

test('nothing to copy, a folder that can not be made and nonsense give an empty string, and leave nothing', async (t) => {
  const output = temporaryHome(t);
  const empty = openHubClient({ env: { HUB_HOME: temporaryHome(t) } });
  assert.equal(await empty.exportRetentionEvidence(output), '');
  assert.deepEqual(readdirSync(output), []);
  const client = openHubClient({ env: { HUB_HOME: home(t) } });
  writeFileSync(path.join(output, 'file'), '');
  assert.equal(await client.exportRetentionEvidence(path.join(output, 'file', 'below')), '');
  for (const nonsense of ['', ' ', '\0', 7, null, undefined, {}, 1n])
    assert.equal(await client.exportRetentionEvidence(nonsense as string), '', String(nonsense));
  assert.deepEqual(readdirSync(output), ['file']);
});

test('an export that is cancelled at any moment leaves nothing behind', async (t) => {
  const client = openHubClient({ env: { HUB_HOME: home(t) } });
  const output = path.join(temporaryHome(t), 'out');
  assert.equal(await client.exportRetentionEvidence(output, AbortSignal.abort()), '');
  assert.equal(existsSync(output), false);
  let done = 0;
  for (let turns = 0; turns < 4_000; turns += 40) {
    const controller = new AbortController();
    const exporting = client.exportRetentionEvidence(output, controller.signal);
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    const folder = await exporting;
    if (folder !== '') done += 1;
    for (const name of existsSync(output) ? readdirSync(output) : [])
      assert.match(name, /^hub-retention-evidence-/, `after ${turns} turns`);
  }
  t.diagnostic(`${done} of 100 were done before they were cancelled`);
});
