/** The text in a copied picture is read by itself, and found; it is in the journal and nowhere else, and gone with its picture. One that shows a secret is not kept, nor is its picture. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { canariesBelow, canariesIn } from '../../harness/canaries.ts';
import { type HubDesk, startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import { drawnText, pictureFormats } from '../../harness/documents/pictures-of-text.ts';
import type { TestHub } from '../../harness/hub.ts';
import { until } from '../../harness/until.ts';

/** Words that recognition reads as they are. */
const shown = 'umbrellas for marmalade harvesters';
const secret = 'umbrella7marmalade';
const large = 'lighthouse keepers wander';
/** Three seconds without a copy, and the reading on a busy machine. */
const readWithinMs = 60_000;
const longerThanQuietMs = 8_000;
const rules = 'config/quick-settings/text-extraction.json';

describe('the text in a copied picture', { skip: withoutXvfb() }, () => {
  let desk: HubDesk;
  let hub: TestHub;
  before(async () => {
    desk = await startHubDesk({ env: { HUB_DEBUG: 'true' } });
    ({ hub } = desk);
  });
  after(() => desk?.[Symbol.asyncDispose]());

  const copy = async (lines: readonly string[], dotsPerInch = 96): Promise<string> => {
    const before = await hub.fragments();
    const png = pictureFormats.png(await drawnText(lines, { dotsPerInch }));
    await desk.owner.own({ 'image/png': { content: { base64: png.toString('base64') } } });
    return (await hub.fragment(({ id, kind, state }) => kind === 'image' && state === 'saved' && !before.some((each) => each.id === id)))
      .id;
  };
  const read = (id: string) =>
    until(
      'the reading',
      async () => {
        const answer = await hub.bridge.fragment(id);
        const part = answer.ok ? answer.value.extracted?.[0] : undefined;
        return part !== undefined && part.state !== 'reading' && part;
      },
      readWithinMs,
    );
  const fragmentNow = async (id: string) => {
    const answer = await hub.bridge.fragment(id);
    return answer.ok ? answer.value : undefined;
  };
  const found = async (q: string) => {
    const answer = await hub.bridge.fragments({ q });
    assert.ok(answer.ok);
    return answer.value.items;
  };
  let first = '';

  it('is read by itself, and found, with the line in which it is', async () => {
    first = await copy([shown, 'and more']);
    assert.deepEqual(await read(first), { file: 0, state: 'read', text: `${shown}\nand more\n` });
    await hub.source(({ clipboardFragments: [present] }) => present?.extracted?.[0]?.text === `${shown}\nand more\n`);
    const [match, ...others] = await found('marmalade');
    assert.deepEqual([match?.id, match?.match, others.length], [first, { text: shown, marks: [[14, 23]], of: 'picture' }, 0]);
  });

  it('is put on the clipboard as a copy of its own, linked with the picture', async () => {
    assert.equal((await hub.bridge.copy(first, { extracted: 0 })).ok, true);
    await hub.source(({ clipboardFragments: [present] }) => present?.text === `${shown}\nand more` && present.textOf?.id === first);
    assert.equal((await fragmentNow(first))?.textCopy, (await hub.fragments())[0]?.id);
    assert.equal((await hub.fragments()).length, 2);
  });

  it('is not kept if it looks like a secret, nor is the picture, unless the user wants it all the same', async () => {
    const id = await copy(['the account of the harbour', `password = ${secret}`]);
    const { savedPath } = await hub.fragment((fragment) => fragment.id === id);
    const trash = path.join(hub.env.XDG_DATA_HOME ?? '', 'Trash', 'files');
    await until('the picture to be erased', async () => (await fragmentNow(id))?.reason === 'secret_password', readWithinMs);
    const { state, extracted } = (await fragmentNow(id)) ?? {};
    assert.deepEqual([state, extracted], ['filtered', undefined]);
    await until('its file to be in the trash', () => !existsSync(savedPath ?? '') && readdirSync(trash).length === 1);
    await until('its size to be forgotten', async () => (await fragmentNow(id))?.bytes === 0);
    assert.deepEqual(await found('harbour'), []);
    assert.deepEqual(canariesBelow(hub.root, [secret]), []);
    assert.match((await hub.command(['show', id])).stdout, /not kept: its text looks like a password/);
    assert.equal((await hub.command(['keep', id])).status, 0);
    const kept = await hub.fragment((fragment) => fragment.kind === 'image' && fragment.state === 'saved' && fragment.id > id);
    assert.match(path.basename(kept.savedPath ?? ''), /^secret-/);
  });

  it('is not read if that is turned off, nor during a pause', async () => {
    hub.setDocument(rules, { read_pictures: 'off' });
    const id = await copy(['barometers for gardeners']);
    const extracted = async () => {
      const answer = await hub.bridge.fragment(id);
      return answer.ok && answer.value.extracted;
    };
    await pause(longerThanQuietMs);
    assert.equal(await extracted(), undefined);
    assert.equal((await hub.command(['action', 'pause-capture'])).status, 0);
    hub.setDocument(rules, {});
    await pause(longerThanQuietMs);
    assert.equal(await extracted(), undefined);
    assert.equal((await hub.command(['action', 'resume-capture'])).status, 0);
    assert.equal((await read(id)).text, 'barometers for gardeners\n');
  });

  it('of a large picture is read on request alone', async () => {
    const id = await copy([large], 150);
    const answer = await hub.bridge.patient(readWithinMs).extract({ fragmentId: id });
    assert.equal(answer.ok && answer.value.text, `${large}\n`);
    assert.deepEqual(
      (await found('lighthouse')).map((each) => each.id),
      [id],
    );
    const log = hub.logs();
    assert.equal(log.match(/"copy read"/g)?.length, 4 * 2, 'in the file of the core, and in that of all');
  });

  it('is in no log, and gone with its picture and the copy of it', async () => {
    assert.deepEqual(canariesIn(Buffer.from(hub.logs() + hub.output), [shown, large, secret]), []);
    assert.notDeepEqual(canariesBelow(hub.root, [shown]), [], 'it would have been seen');
    const text = (await fragmentNow(first))?.textCopy ?? '';
    for (const id of [first, text]) assert.equal((await hub.bridge.delete(id, { now: true })).ok, true);
    await until('nothing to be left of it', () => canariesBelow(hub.root, [shown, 'marmalade harvesters']).length === 0);
  });

  it('leaves no process behind when Hub stops', async () => {
    assert.deepEqual(await hub.stop(), []);
  });
});
