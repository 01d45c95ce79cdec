/** A WorkSpace on a disk that does not respond, or is very slow, costs no copy and no process: waiting copies are saved once the disk responds. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext, test } from 'node:test';
import { askCatalog, askChange } from '../../src/client/ask-pipes.ts';
import type { HubStatus } from '../../src/contract/supervisor.ts';
import { type DeadDisk, deadDisk } from '../harness/dead-disk.ts';
import { startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import { filesBelow, TestHub } from '../harness/hub.ts';
import { temporaryHome } from '../harness/temporary-home.ts';
import { until } from '../harness/until.ts';

interface Rig extends AsyncDisposable {
  readonly hub: TestHub;
  readonly disk: DeadDisk;
  /** On the disk, and on another one. */
  readonly workspaces: { readonly far: string; readonly near: string };
  use(which: 'far' | 'near'): void;
  /** Resolves once Hub has asked for it. */
  copy(text: string): Promise<void>;
  /** Resolves to the file. */
  saved(text: string): Promise<string>;
}

async function rig(t: TestContext): Promise<Rig | null> {
  const folder = temporaryHome(t);
  const workspaces = { far: path.join(folder, 'far', 'WorkSpace'), near: path.join(folder, 'near') };
  for (const workspace of Object.values(workspaces)) mkdirSync(workspace, { recursive: true });
  const disk = deadDisk(folder, [path.dirname(workspaces.far)]);
  if (disk === null) return null;
  const entries = Object.entries(workspaces).map(([id, place]) => ({ id, name: id, path: place }));
  const use = (hub: TestHub, activeId: 'far' | 'near'): void =>
    hub.setDocument('config/workspaces.json', { workspaces: entries, activeId });
  const desk = await startHubDesk({ env: { ...disk.env, HUB_WORKSPACE: '' }, prepare: (starting) => use(starting, 'far') });
  const { hub, owner } = desk;
  let copies = 0;
  return {
    hub,
    disk,
    workspaces,
    use: (which) => use(hub, which),
    copy: async (text) => {
      await owner.own({ UTF8_STRING: { content: { text: `the ${text} text, which is long enough` } } });
      copies += 1;
      await until('that it is read', async () => ((await owner.requests()).UTF8_STRING ?? 0) >= copies);
    },
    saved: async (text) => {
      const { savedPath } = await hub.fragment(({ text: told, state }) => told?.includes(text) === true && state === 'saved');
      return savedPath ?? assert.fail('saved without a file');
    },
    [Symbol.asyncDispose]: async () => {
      disk.become('well');
      await desk[Symbol.asyncDispose]();
    },
  };
}

const reasonOf = ({ components }: HubStatus): string | null => components.find(({ id }) => id === 'save_worker')?.reason ?? null;
const restartsOf = ({ components }: HubStatus): string =>
  components
    .filter(({ restarts }) => restarts > 0)
    .map(({ id }) => id)
    .join();

describe('a WorkSpace whose disk', { skip: withoutXvfb() }, () => {
  it('does not respond ends no process, is reported, delays no other WorkSpace, and gets its saves when it is back', async (t) => {
    await using rigged = await rig(t);
    if (rigged === null) return t.skip('no C compiler');
    const { hub, disk, workspaces, use, copy, saved } = rigged;
    disk.become('dead');
    await copy('first');
    await copy('second');
    await hub.until((status) => /drive of the WorkSpace is not responding/.test(reasonOf(status) ?? ''));
    assert.equal(restartsOf(await hub.haltUntilReplaced('web_listener')), 'web_listener', 'a process waits for the disk');
    use('near');
    await hub.until((status) => reasonOf(status) === null);
    await copy('third');
    assert.equal(path.dirname(path.dirname(await saved('third'))), workspaces.near);
    disk.become('well');
    for (const text of ['first', 'second']) assert.ok(existsSync(await saved(text)), text);
    assert.equal([...filesBelow(workspaces.near), ...filesBelow(workspaces.far)].length, 3, 'each is saved once');
    assert.equal(restartsOf(await hub.until(() => true)), 'web_listener');
  });

  it('does not respond while the selection changes twice gets what was copied for it, and nothing else', async (t) => {
    await using rigged = await rig(t);
    if (rigged === null) return t.skip('no C compiler');
    const { disk, workspaces, use, copy, saved, hub } = rigged;
    disk.become('dead');
    for (const [which, text] of [
      ['far', 'first far'],
      ['near', 'first near'],
      ['far', 'second far'],
      ['near', 'second near'],
    ] as const) {
      use(which);
      await copy(text);
      await hub.fragment(({ text: told }) => told?.includes(text) === true);
    }
    for (const text of ['first near', 'second near']) assert.equal(path.dirname(path.dirname(await saved(text))), workspaces.near, text);
    assert.deepEqual(await hub.stop(), []);
    await hub.start();
    disk.become('well');
    for (const text of ['first far', 'second far']) assert.equal(path.dirname(path.dirname(await saved(text))), workspaces.far, text);
    assert.equal([...filesBelow(workspaces.near), ...filesBelow(workspaces.far)].length, 4, 'each is saved once');
  });

  it('does not respond delays neither the stop of Hub nor its next start', async (t) => {
    await using rigged = await rig(t);
    if (rigged === null) return t.skip('no C compiler');
    const { hub, disk, copy, saved } = rigged;
    disk.become('dead');
    await copy('waiting');
    await hub.until((status) => /is not responding/.test(reasonOf(status) ?? ''));
    assert.deepEqual(await hub.stop(), []);
    assert.doesNotMatch(hub.logs(), /did not stop in time|stop takes too long/);
    await hub.start();
    await hub.until((status) => /is not responding/.test(reasonOf(status) ?? ''));
    disk.become('well');
    assert.ok(existsSync(await saved('waiting')));
    assert.equal(restartsOf(await hub.until(() => true)), '');
  });

  it('takes 5 s for each flush ends no process, and is reported', async (t) => {
    await using rigged = await rig(t);
    if (rigged === null) return t.skip('no C compiler');
    const { hub, disk, copy, saved } = rigged;
    disk.become('slow');
    await copy('slow');
    await hub.until((status) => /takes more than 5 seconds for a file/.test(reasonOf(status) ?? ''));
    assert.ok(existsSync(await saved('slow')));
    await hub.until((status) => reasonOf(status) === null);
    assert.equal(restartsOf(await hub.until(() => true)), '');
  });
});

test('however many WorkSpaces are on a disk that does not respond, the settings host answers, and writes documents', async (t) => {
  const folder = temporaryHome(t);
  const far = path.join(folder, 'far');
  const disk = deadDisk(folder, [far], 'settings-host/main.ts');
  if (disk === null) return t.skip('no C compiler');
  await using hub = new TestHub({ ...disk.env, HUB_WORKSPACE: '', HOME: folder });
  const time = { timeoutMs: 20_000 };
  const set = async (min_text_chars: number): Promise<void> => {
    const answer = await askChange(hub.places, { op: 'set', document: 'hub', value: { save: { min_text_chars } } }, time);
    assert.ok(answer.ok, JSON.stringify(answer));
  };
  for (const count of [1, 9]) {
    const workspaces = Array.from({ length: count }, (_, at) => ({ id: `far-${at}`, name: `Far ${at}`, path: path.join(far, `${at}`) }));
    for (const workspace of workspaces) mkdirSync(workspace.path, { recursive: true });
    hub.setDocument('config/workspaces.json', { workspaces, activeId: null });
    disk.become('dead');
    await hub.start();
    const listed = await askCatalog(hub.places, time);
    assert.ok(listed.ok, JSON.stringify(listed));
    const added = await askChange(hub.places, { op: 'add', path: path.join(far, 'another') }, time);
    assert.ok(added.ok, JSON.stringify(added));
    await set(20 + count);
    assert.ok((await askCatalog(hub.places, time)).ok);
    await set(30 + count);
    assert.equal(restartsOf(await hub.until(() => true)), '');
    assert.deepEqual(await hub.stop(), []);
    disk.become('well');
  }
});
