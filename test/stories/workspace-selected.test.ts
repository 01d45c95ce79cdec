/** The WorkSpace that the settings pipe selects is the one that saves go to; what was copied before stays with its own. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext, test } from 'node:test';
import { askLine } from '../../src/base/pipes/ask-line.ts';
import { catalogAnswer } from '../../src/contract/settings.ts';
import { type HubDesk, startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import { filesBelow, TestHub } from '../harness/hub.ts';
import { tryMountSmallDisk } from '../harness/strange-files.ts';
import { temporaryHome } from '../harness/temporary-home.ts';

test('the next save goes into the selected WorkSpace, and the catalog names it', async (t) => {
  const home = temporaryHome(t);
  await using hub = new TestHub({ HUB_WORKSPACE: '', HOME: home });
  hub.setDocument('config/workspaces.json', { workspaces: [{ id: 'other', name: 'Other', path: '~/other', mine: 1 }], later: 2 });
  await hub.start();
  const ask = async (request: object): Promise<unknown> => {
    const asked = await askLine(hub.places.pipe('settings-host'), request, { timeoutMs: 10_000 });
    assert.ok(asked.ok);
    return asked.value;
  };
  const inForce = async (): Promise<string | undefined> => {
    const { workspaces, activeId } = catalogAnswer.parse(await ask({ op: 'catalog' })).payload;
    return workspaces.find(({ id }) => id === activeId)?.path;
  };
  let saves = 0;
  const folderOfSave = async (): Promise<string> => {
    saves += 1;
    const filename = `${saves}.txt`;
    const { status, body } = await hub.request('POST', '/api/save/test', { content: `tide tables ${saves}`, filename });
    assert.equal(status, 200);
    return path.resolve(JSON.parse(body.toString()).path, '../..');
  };
  assert.equal(await inForce(), path.join(home, 'WorkSpace'));
  assert.equal(await folderOfSave(), path.join(home, 'WorkSpace'));
  assert.equal(fs.statSync(path.join(home, 'WorkSpace')).mode & 0o777, 0o700);

  assert.deepEqual(await ask({ op: 'select', id: 'other' }), { ok: true });
  assert.equal(await inForce(), path.join(home, 'other'));
  assert.equal(await folderOfSave(), path.join(home, 'other'));
  for (const [id, folder] of [...Array(6)].flatMap(() => [['default', 'WorkSpace'] as const, ['other', 'other'] as const])) {
    assert.deepEqual(await ask({ op: 'select', id }), { ok: true });
    assert.equal(await folderOfSave(), path.join(home, folder), 'at once');
  }
  assert.equal(fs.statSync(path.join(home, 'other')).mode & 0o777, 0o700);
  const { stdout } = await hub.command(['history']);
  assert.match(stdout, / text\/\d+\.txt$/m, 'below the WorkSpace in force');
  assert.ok(stdout.includes(` ${path.join(home, 'WorkSpace')}${path.sep}`), 'and the whole path of another');
  const document = JSON.parse(fs.readFileSync(hub.places.document('config/workspaces.json'), 'utf8'));
  assert.deepEqual(document, { workspaces: [{ id: 'other', name: 'Other', path: '~/other', mine: 1 }], later: 2, activeId: 'other' });
});

const catalogDocument = 'config/workspaces.json';

interface Story extends AsyncDisposable {
  readonly desk: HubDesk;
  readonly small: string;
  readonly other: string;
  /** Copies a text that is too large for the small disk, until there is room. */
  readonly copy: (name: string) => Promise<void>;
  /** The folder of the WorkSpace with the file of this copy, once it is saved. */
  readonly savedIn: (name: string) => Promise<string>;
  readonly waiting: (saves: number) => Promise<unknown>;
  readonly makeRoom: () => void;
}

const textOf = (name: string): string => `# ${name}\n\n${`words of ${name}, and more of them\n`.repeat(600)}`;

const isOf = (text: string | undefined, name: string): boolean => text?.startsWith(`# ${name}\n`) === true;

/** A Hub with two WorkSpaces. The first, which is active, is on a disk without any room. Null without the permission to mount one. */
async function startStory(t: TestContext): Promise<Story | null> {
  using disks = new DisposableStack();
  const root = temporaryHome(t, () => disk[Symbol.dispose]());
  const [small, other] = [path.join(root, 'small'), path.join(root, 'other')];
  for (const folder of [small, other]) fs.mkdirSync(folder);
  const mounted = tryMountSmallDisk(small, '128k');
  const disk = disks.use(mounted ?? { [Symbol.dispose]: () => {} });
  if (mounted === null) return null;
  const ballast = path.join(small, 'ballast');
  fs.writeFileSync(ballast, Buffer.alloc(112 * 1024));
  const workspaces = [small, other].map((folder) => ({ id: path.basename(folder), name: path.basename(folder), path: folder }));
  const desk = await startHubDesk({
    env: { HUB_WORKSPACE: '', HOME: root },
    prepare: (hub) => hub.setDocument(catalogDocument, { workspaces, activeId: 'small' }),
  });
  disks.move();
  const { hub } = desk;
  return {
    desk,
    small,
    other,
    copy: async (name) => {
      await desk.owner.own({ UTF8_STRING: { content: { text: textOf(name) } } });
      await hub.fragment(({ text, state }) => isOf(text, name) && state !== 'captured');
    },
    savedIn: async (name) => {
      const { savedPath } = await hub.fragment(({ state, text }) => state === 'saved' && isOf(text, name));
      assert.equal(fs.readFileSync(savedPath ?? '', 'utf8'), textOf(name));
      return path.resolve(savedPath ?? '', '../..');
    },
    waiting: (saves) =>
      hub.until(({ components }) =>
        components.some(({ id, reason }) => id === 'save_worker' && new RegExp(`\\b${saves} saves? `).test(reason ?? '')),
      ),
    makeRoom: () => fs.rmSync(ballast),
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  };
}

const noMount = 'takes the right to mount a tmpfs';

describe('saves that wait for room in a WorkSpace', { skip: withoutXvfb() }, () => {
  it('are written there once there is room, though another one was selected meanwhile, which gets the later copies', async (t) => {
    await using story = await startStory(t);
    if (story === null) return t.skip(noMount);
    const { hub } = story.desk;
    await story.copy('first');
    await story.copy('second');
    await story.waiting(2);
    const selected = await askLine(hub.places.pipe('settings-host'), { op: 'select', id: 'other' }, { timeoutMs: 10_000 });
    assert.deepEqual(selected, { ok: true, value: { ok: true } });
    await story.copy('third');
    assert.equal(await story.savedIn('third'), story.other);
    assert.equal((await hub.command(['restart', 'save_worker'])).status, 0);
    await story.copy('fourth');
    assert.equal(await story.savedIn('fourth'), story.other);
    assert.equal(filesBelow(story.small).filter((file) => file !== 'ballast').length, 0);
    story.makeRoom();
    for (const name of ['first', 'second']) assert.equal(await story.savedIn(name), story.small, name);
    assert.equal(filesBelow(story.other).length, 2);
    assert.deepEqual(await hub.stop(), []);
  });

  it('are written there although the catalog is broken by then, and no earlier version of it is known', async (t) => {
    await using story = await startStory(t);
    if (story === null) return t.skip(noMount);
    const { hub } = story.desk;
    await story.copy('first');
    await story.waiting(1);
    hub.setDocument(catalogDocument, '{ "workspaces": [ }');
    await hub.until(({ components }) => components.some(({ reason }) => reason?.includes('workspaces.json is not valid') === true));
    await story.copy('second');
    await story.waiting(2);
    assert.deepEqual(await hub.stop(), []);
    fs.rmSync(path.join(path.dirname(hub.places.journal), 'last-good'), { recursive: true });
    story.makeRoom();
    await hub.start();
    for (const name of ['first', 'second']) assert.equal(await story.savedIn(name), story.small, name);
    assert.deepEqual(await hub.stop(), []);
  });
});
