/** The folder of the WorkSpace disappears while Hub runs: deleted, or with its drive. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import { TestHub } from '../harness/hub.ts';
import { OtherDisk, withoutOtherDisk } from '../harness/other-disk.ts';

const conditionOf = async (hub: TestHub, wanted: RegExp | null): Promise<void> => {
  await hub.until(({ components }) => {
    const worker = components.find(({ id }) => id === 'save_worker');
    return wanted === null ? worker?.state === 'running' : worker?.state === 'degraded' && wanted.test(worker.reason ?? '');
  });
};

describe('a WorkSpace that disappears while Hub runs', () => {
  it('is reported as missing, and created again with the next save, which the log says', async () => {
    await using hub = new TestHub();
    await hub.start();
    rmSync(hub.workspace, { recursive: true });
    await conditionOf(hub, /^the folder of the WorkSpace was moved or deleted; Hub creates it again/);
    const saved = await hub.command(['save', '-', '--name', 'again.txt'], 'saved into a new folder');
    assert.equal(saved.status, 0, saved.stderr);
    assert.equal(readFileSync(saved.stdout.trim(), 'utf8'), 'saved into a new folder');
    assert.match(hub.logs(), /workspace was removed, created again/);
    await conditionOf(hub, null);
  });

  it('together with its drive is not created in its place: copies wait for the drive, and are saved there', {
    skip: withoutOtherDisk || withoutXvfb(),
  }, async () => {
    using drives = new DisposableStack();
    let drive: OtherDisk | undefined;
    await using desk = await startHubDesk({
      workspaceName: path.join('drive', 'WorkSpace'),
      prepare: ({ root }) => {
        drive = drives.use(new OtherDisk(path.join(root, 'drive')));
        drive.connect();
      },
    });
    const { hub, owner } = desk;
    const copy = (text: string): Promise<void> => owner.own({ UTF8_STRING: { content: { text } } });
    const saved = (text: string) => hub.fragment((fragment) => fragment.text === text && fragment.state === 'saved');
    await copy('copied before the drive is disconnected');
    await saved('copied before the drive is disconnected');
    drive?.disconnect();
    await copy('copied while the drive is disconnected');
    await conditionOf(hub, /^the drive of the WorkSpace is not connected; .+ \(1 save is waiting\)$/);
    assert.deepEqual(readdirSync(path.join(hub.root, 'drive')), []);
    drive?.connect();
    await saved('copied while the drive is disconnected');
    await conditionOf(hub, null);
    assert.equal(hub.savedFiles().length, 2);
  });
});

describe('a WorkSpace that was used, and is missing together with the folder above it when Hub starts', () => {
  const condition = /^the WorkSpace and the folder above it are missing; reconnect its drive/;
  const judged = async (hub: TestHub) => (await hub.command(['doctor', 'workspace'])).stdout;

  it('is not created: copies wait for the drive, and the doctor agrees', { skip: withoutXvfb() }, async () => {
    await using desk = await startHubDesk({ workspaceName: path.join('drive', 'WorkSpace') });
    const { hub, owner } = desk;
    const [drive, away] = [path.join(hub.root, 'drive'), path.join(hub.root, 'away')];
    const copy = (text: string): Promise<void> => owner.own({ UTF8_STRING: { content: { text } } });
    const saved = (text: string) => hub.fragment((fragment) => fragment.text === text && fragment.state === 'saved');
    await copy('copied with the drive');
    await saved('copied with the drive');
    await hub.stop();
    renameSync(drive, away);
    await hub.start();
    await copy('copied without the drive');
    await conditionOf(hub, new RegExp(`${condition.source}.+ \\(1 save is waiting\\)$`));
    assert.equal(existsSync(drive), false);
    assert.match(await judged(hub), /FAIL.+ is missing, and cannot be created/);
    renameSync(away, drive);
    await saved('copied without the drive');
    await conditionOf(hub, null);
    assert.equal(hub.savedFiles().length, 2);
  });

  it('is not created either if the configuration has it, or if it is where drives appear', async () => {
    const away = `hub-test-${process.pid}`;
    const drives = ['/mnt', '/media'].filter((place) => existsSync(place)).map((place) => path.join(place, away));
    await using hub = new TestHub({ HUB_WORKSPACE: '' });
    const choose = (folder: string): void =>
      hub.setDocument('config/workspaces.json', { workspaces: [{ id: 'drive', name: 'Drive', path: folder }], activeId: 'drive' });
    choose(path.join(hub.root, away, 'ws'));
    await hub.start();
    assert.equal((await hub.command(['save', '-', '--name', 'a.txt'], 'while it is there')).status, 0);
    await hub.stop();
    renameSync(path.join(hub.root, away), path.join(hub.root, 'disconnected'));
    await hub.start();
    await conditionOf(hub, condition);
    assert.match(await judged(hub), /FAIL.+ is missing, and cannot be created/);
    for (const drive of drives) {
      choose(drive);
      await conditionOf(hub, /^the drive of the WorkSpace is not connected/);
      choose(path.join(drive, 'ws'));
      await conditionOf(hub, condition);
    }
    for (const one of [path.join(hub.root, away), ...drives]) assert.equal(existsSync(one), false, one);
  });
});
