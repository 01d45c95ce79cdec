/** The content filter and the save policy take effect as soon as their documents change. A WorkSpace that accepts nothing only delays saves. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Fragment } from '../../src/contract/source-snapshot.ts';
import type { HubStatus } from '../../src/contract/supervisor.ts';
import { type HubDesk, startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import { TestHub } from '../harness/hub.ts';
import type { ClipboardOwner, OwnedTargets } from '../harness/owners/clipboard-owner.ts';
import { temporaryHome } from '../harness/temporary-home.ts';
import { until } from '../harness/until.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const user = 65_534;

describe('a document', { skip: withoutXvfb() }, () => {
  let desk: HubDesk;
  let hub: TestHub;
  let owner: ClipboardOwner;
  let copies = 0;
  before(async () => {
    desk = await startHubDesk();
    ({ hub, owner } = desk);
  });
  after(() => desk?.[Symbol.asyncDispose]());

  /** Makes a copy, and waits for its outcome. A number makes each copy different. */
  async function outcomeOf(targetsOf: (number: number) => OwnedTargets): Promise<string> {
    const newest = Number((await hub.fragments())[0]?.id ?? 0);
    await owner.own(targetsOf(++copies));
    const { state, reason } = await hub.fragment(
      (fragment: Fragment) =>
        Number(fragment.id) > newest && fragment.state !== 'captured' && (fragment.state !== 'kept' || fragment.reason !== null),
    );
    return reason === null ? state : `${state}: ${reason}`;
  }
  const text = (content: string): OwnedTargets => ({ UTF8_STRING: { content: { text: content } } });
  const kinds = {
    short: (number: number) => text(`short ${number}`),
    plain: (number: number) => text(`a text of more than sixteen characters, number ${number}`),
    json: (number: number) => text(`{"number": ${number}}`),
    image: (number: number): OwnedTargets => ({
      'image/png': { content: { base64: Buffer.concat([Buffer.from(png, 'base64'), Buffer.from(String(number))]).toString('base64') } },
    }),
    link: (number: number) => text(`https://example.org/a-page-of-this-story?number=${number}`),
    files: (number: number) => ({ 'text/uri-list': { content: { text: `file:///srv/private/${number}.txt\r\n` } } }),
    script: (number: number) => text(`# tools/run.py\nimport os\nprint(os.name, ${number})\n`),
  } as const;
  type Kind = keyof typeof kinds;

  /** The first copy after a change may come before it is read; so it is made again until it ends as wanted, and then the others are. */
  async function assertOutcomes(wanted: Partial<Record<Kind, string>>): Promise<void> {
    const [first, ...others] = Object.entries(wanted) as [Kind, string][];
    assert.ok(first);
    await until(`${first[0]} that is ${first[1]}`, async () => (await outcomeOf(kinds[first[0]])) === first[1]);
    for (const [kind, outcome] of others) assert.equal(await outcomeOf(kinds[kind]), outcome, kind);
  }

  const policies: readonly (readonly [name: string, save: object, wanted: Partial<Record<Kind, string>>])[] = [
    ['typed', { policy: 'typed' }, { plain: 'kept: untyped', json: 'saved', image: 'saved', short: 'kept: untyped' }],
    ['off', { policy: 'off' }, { plain: 'kept: policy_off', json: 'kept: policy_off', image: 'kept: policy_off' }],
    [
      'all, from one character on',
      { policy: 'all', min_text_chars: 1 },
      { short: 'saved', link: 'saved', plain: 'saved', files: 'kept: file_list' },
    ],
    ['all, from 100 characters on', { policy: 'all', min_text_chars: 100 }, { plain: 'kept: too_short', json: 'saved' }],
    [
      'what is worth a file, as it is without a document',
      {},
      { link: 'kept: no_document', plain: 'kept: no_document', short: 'kept: no_document', json: 'saved', image: 'saved' },
    ],
  ];
  for (const [name, save, wanted] of policies) {
    it(`that says to save ${name} takes effect at once`, async () => {
      hub.setDocument('config/hub.json', { save });
      await assertOutcomes(wanted);
    });
  }

  const filters: readonly (readonly [name: string, filter: object, wanted: Partial<Record<Kind, string>>])[] = [
    ['an extension', { excluded_extensions: ['.PY'] }, { script: 'filtered: excluded_extension', json: 'saved' }],
    ['the extension of copied files', { excluded_extensions: ['.txt'] }, { files: 'filtered: excluded_extension', script: 'saved' }],
    ['a folder', { excluded_dirs: ['private'] }, { files: 'filtered: excluded_dir', json: 'saved' }],
    ['nothing any more', {}, { files: 'kept: file_list', script: 'saved' }],
  ];
  for (const [name, filter, wanted] of filters) {
    it(`that excludes ${name} takes effect at once`, async () => {
      hub.setDocument('config/content-filter.json', filter);
      await assertOutcomes(wanted);
    });
  }

  it('that is not valid is reported in one line, and the last valid version stays in force, across a restart too', async () => {
    const filter = 'config/content-filter.json';
    const faults = () => {
      const lines = readFileSync(path.join(hub.places.logs, 'hub.log'), 'utf8').trimEnd().split('\n');
      return lines.map((line) => JSON.parse(line)).filter(({ level, file }) => level === 'ERROR' && file === 'content-filter.json');
    };
    hub.setDocument(filter, { excluded_extensions: ['.json'] });
    await assertOutcomes({ json: 'filtered: excluded_extension' });
    hub.setDocument(filter, '{\n  "excluded_extensions": [".json"],\n  oops\n}');
    await until('line about the document', () => faults().length > 0);
    await assertOutcomes({ json: 'filtered: excluded_extension', script: 'saved' });
    hub.setDocument(filter, { excluded_extensions: ['*.json'] });
    await until('line about the field', () => faults().length > 1);
    const told =
      /^content-filter\.json is not valid \(at excluded_extensions\.0; to see why: hub config validate\); the last valid version applies/;
    await hub.until(({ components }) => components.some(({ state, reason }) => state === 'degraded' && told.test(reason ?? '')));
    assert.equal((await hub.command(['restart', 'python_core'])).status, 0);
    await hub.until(({ ports }) => ports.bridge !== null); // another free one
    await assertOutcomes({ json: 'filtered: excluded_extension' });
    hub.setDocument(filter, {});
    await assertOutcomes({ json: 'saved' });
    await hub.until(({ components }) => components.some(({ id, state }) => id === 'settings_host' && state === 'running'));
    assert.deepEqual(
      faults().map(({ reason, line, field }) => [reason, line ?? field]),
      [
        ['not-json', 3],
        ['not-valid', 'excluded_extensions.0'],
      ],
    );
    assert.deepEqual(await hub.stop(), []);
  });
});

describe('a content filter', { skip: withoutXvfb() }, () => {
  const file = 'config/content-filter.json';

  it('that was never valid stops capture until it is fixed, and the status says so', async () => {
    await using desk = await startHubDesk({ prepare: (hub) => hub.setDocument(file, '{\n  "excluded_app_names": ["KeePassXC",]\n}') });
    const { hub, owner } = desk;
    const monitor = (status: HubStatus) => status.components.find(({ id }) => id === 'clipboard');
    const status = await hub.until((now) => monitor(now)?.state === 'degraded');
    assert.match(monitor(status)?.reason ?? '', /nothing is captured: content-filter.json can't be read or is not valid/);
    const lines = readFileSync(path.join(hub.places.logs, 'hub.log'), 'utf8').trimEnd().split('\n');
    const told = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'ERROR');
    assert.deepEqual(
      told.map(({ file, line }) => [file, line]),
      [['content-filter.json', 2]],
    );
    await owner.own({ UTF8_STRING: { content: { text: 'copied while nobody knows the rules' } } });
    await hub.health(({ copies }) => copies.excluded === 1);
    assert.deepEqual(await hub.fragments(), []);
    assert.equal(JSON.parse((await hub.request('GET', '/source')).body.toString()).absence, 'filter-unknown');
    assert.equal((await owner.requests()).UTF8_STRING, undefined, 'no content was asked for');
    hub.setDocument(file, { excluded_app_names: ['KeePassXC'] });
    await owner.own({ UTF8_STRING: { content: { text: 'copied by somebody known, with rules' } } });
    await hub.fragment(({ text }) => text === 'copied by somebody known, with rules');
    await hub.until((now) => monitor(now)?.state === 'running');
    assert.deepEqual(await hub.stop(), []);
  });

  it('with a rule for titles skips a copy whose window may have had another title when it was copied', async () => {
    await using desk = await startHubDesk({ prepare: (hub) => hub.setDocument(file, { blacklisted_window_keywords: ['bank'] }) });
    const { hub, owner } = desk;
    await owner.showWindow({ title: 'My Bank', className: 'Browser' });
    await owner.own({ UTF8_STRING: { content: { text: 'CANARY of an account' } } });
    await hub.health(({ copies }) => copies.excluded === 1);
    await owner.showWindow({ title: 'News', className: 'Browser' });
    assert.equal((await hub.command(['restart', 'clipboard'])).status, 0);
    await hub.health(({ copies }) => copies.excluded === 2);
    assert.deepEqual(await hub.fragments(), []);
    assert.equal((await owner.requests()).UTF8_STRING, undefined, 'no content was asked for');
    await owner.own({ UTF8_STRING: { content: { text: 'a headline of the day' } } });
    await hub.fragment(({ text }) => text === 'a headline of the day');
  });

  it('that is a link is followed, applies to the very next copy, and stays in force while it is rewritten', async (t) => {
    const dotfiles = temporaryHome(t);
    const target = path.join(dotfiles, 'filter.json');
    writeFileSync(target, '{}');
    await using desk = await startHubDesk({
      prepare: (hub) => {
        mkdirSync(path.dirname(hub.places.document(file)), { recursive: true });
        symlinkSync(target, hub.places.document(file));
      },
    });
    const { hub, owner } = desk;
    const copy = (text: string) => owner.own({ UTF8_STRING: { content: { text } } });
    await owner.showWindow({ title: 'a window', className: 'Vault' });
    await copy('before the rule');
    await hub.fragment(({ text }) => text === 'before the rule');
    writeFileSync(target, JSON.stringify({ excluded_app_names: ['vault'] }));
    await copy('CANARY one');
    await hub.health(({ copies }) => copies.excluded === 1);
    rmSync(hub.places.document(file));
    await copy('CANARY two');
    await hub.health(({ copies }) => copies.excluded === 2);
    symlinkSync(target, hub.places.document(file));
    await copy('CANARY three');
    await hub.health(({ copies }) => copies.excluded === 3);
    assert.deepEqual(
      (await hub.fragments()).map(({ text }) => text),
      ['before the rule'],
    );
    assert.deepEqual(await hub.stop(), []);
    rmSync(dotfiles, { recursive: true });
  });
});

describe('a WorkSpace', { skip: withoutXvfb() }, () => {
  it('that is missing is created at the start, with the folders above it', async () => {
    await using hub = new TestHub({}, { workspaceName: 'not/yet/there' });
    assert.equal(existsSync(hub.workspace), false);
    await hub.start();
    assert.ok(existsSync(hub.workspace));
    assert.equal((await hub.command(['save', '-', '--name', 'a.txt'], 'into a new one')).status, 0);
  });

  it('that is not writable holds its copies up, and gets them when it is', async () => {
    // Root may write everywhere, so this Hub then runs as another user.
    await using desk = await startHubDesk(process.getuid?.() === 0 ? { user } : {});
    const { hub, owner } = desk;
    await hub.until(({ components }) => components.every(({ state }) => state === 'running' || state === 'stopped'));
    chmodSync(hub.workspace, 0o555);
    const text = 'copied while the WorkSpace may not be written to';
    await owner.own({ UTF8_STRING: { content: { text } } });
    const held = await hub.fragment((fragment) => fragment.text === text && fragment.state === 'failed');
    assert.equal(held.reason, 'no_permission');
    const health = await hub.health(({ status }) => status === 'degraded');
    assert.deepEqual(health.reasons, ['1 save waits: no_permission']);
    const refused = await hub.command(['save', '-', '--name', 'refused.txt'], 'a save that somebody waits for');
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /does not have permission to write/);
    chmodSync(hub.workspace, 0o755);
    const { savedPath } = await hub.fragment((fragment) => fragment.id === held.id && fragment.state === 'saved');
    assert.equal(readFileSync(savedPath ?? '', 'utf8'), text);
    assert.equal((await hub.health(({ status }) => status === 'ok')).reasons.length, 0);
    assert.deepEqual(
      hub.savedFiles().map((file) => path.basename(file)),
      [path.basename(savedPath ?? '')],
    );
    assert.deepEqual(await hub.stop(), []);
  });
});
