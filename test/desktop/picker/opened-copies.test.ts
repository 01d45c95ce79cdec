/** What a copy names is opened by the desktop's opener: from the picker by its key, and by the command. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { withoutDesktop } from '../../harness/desktop/desktop.ts';
import { WindowRig } from '../../harness/desktop/window-rig.ts';
import { ClipboardOwner } from '../../harness/owners/clipboard-owner.ts';
import { temporaryHome } from '../../harness/temporary-home.ts';
import { until } from '../../harness/until.ts';

describe('a copy that names something', { skip: withoutDesktop() }, () => {
  let rig: WindowRig;
  let owner: ClipboardOwner;
  const folder = temporaryHome({ after });
  before(async () => {
    writeFileSync(path.join(folder, 'xdg-open'), '#!/bin/sh\nprintf %s "$1" > "$OPENED.part" && mv "$OPENED.part" "$OPENED"\n');
    chmodSync(path.join(folder, 'xdg-open'), 0o755);
    rig = await WindowRig.open({ HUB_DEBUG: '1', PATH: `${folder}:${process.env.PATH}`, OPENED: path.join(folder, 'opened') });
    owner = await ClipboardOwner.start(rig.desktop.display);
  });
  after(async () => {
    await owner?.[Symbol.asyncDispose]();
    await rig?.[Symbol.asyncDispose]();
  });

  async function copied(text: string): Promise<string> {
    await owner.own({ UTF8_STRING: { content: { text } } });
    const { clipboardFragments } = await rig.hub.source(
      ({ clipboardFragments: [first] }) => first?.text === text && first.state !== 'captured',
    );
    return clipboardFragments[0]?.id ?? '';
  }

  const opened = (): Promise<string> =>
    until('opened', () => {
      const file = path.join(folder, 'opened');
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    });

  it('is opened by the command, whatever it is', async () => {
    const notes = path.join(folder, 'notes.txt');
    const projects = path.join(folder, 'projects');
    const [hosts, spaced] = [path.join(folder, 'hosts'), path.join(folder, 'plain note.txt')];
    for (const file of [notes, hosts, spaced]) writeFileSync(file, '');
    mkdirSync(projects);
    for (const [text, expected] of [
      ['https://example.org/a?b=1', 'https://example.org/a?b=1'],
      ['mailto:ann@example.org?subject=x&attach=/etc/passwd', 'mailto:ann@example.org'],
      [notes, notes],
      [hosts, hosts],
      [`file://${hosts}`, hosts],
      [spaced, spaced],
      [projects, projects + path.sep],
    ] as const) {
      writeFileSync(path.join(folder, 'opened'), '');
      const { status, stderr } = await rig.hub.command(['open', await copied(text)]);
      assert.equal(status, 0, stderr);
      assert.equal(await until('what is opened', async () => (await opened()) || undefined), expected);
    }
    const words = await rig.hub.command(['open', await copied('two words'), '--json']);
    assert.equal(words.status, 1);
    assert.deepEqual(JSON.parse(words.stdout), { ok: false, error: 'not_opened', detail: 'this copy has nothing to open' });
  });

  it('is opened by Ctrl+O in the picker, which leaves', async () => {
    await copied('https://example.org/from-the-picker');
    writeFileSync(path.join(folder, 'opened'), '');
    await rig.act('toggle');
    await rig.hidden();
    await rig.act('open-picker');
    await until('picker', () => rig.hub.logs().includes('"picker opened"'));
    const window = await rig.shown();
    await until('active picker', async () => (await rig.desktop.active()) === window);
    await rig.settled();
    await rig.desktop.key('ctrl+o');
    assert.equal(await until('what is opened', async () => (await opened()) || undefined), 'https://example.org/from-the-picker');
    await rig.hidden();
  });
});
