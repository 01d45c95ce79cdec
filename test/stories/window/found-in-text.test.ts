/** A part of a text on the real clipboard: from the places that the window's row has, over the bridge and the monitor, to a program that pastes it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { foundInFragment } from '../../../src/domain/view/looks/found-in-text.ts';
import { type HubDesk, startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import { until } from '../../harness/until.ts';

const letter =
  'Liebe Jana 🌊,\n\nam 03/04/2026 für 12,50 €: https://häfen.example/b?c=d, Fragen an jana@a.example.\n\nTel.: +49 30 1234567\n';
const text = `${letter}\n${'and so on, '.repeat(20_000)}`;
/** 64 KiB of it are shown. */
const longest = 65_536;

describe('what is found in a text', { skip: withoutXvfb() || missingPrograms('xclip') }, () => {
  let desk: HubDesk;
  before(async () => {
    desk = await startHubDesk();
  });
  after(() => desk?.[Symbol.asyncDispose]());

  const pasted = (): string => {
    const words = ['-selection', 'clipboard', '-o'];
    return spawnSync('xclip', words, { env: { ...process.env, DISPLAY: desk.display.name }, encoding: 'utf8', timeout: 5_000 }).stdout;
  };

  it('is put on the clipboard alone, as it is written, also of a long text in a file', async () => {
    const { hub, owner } = desk;
    await owner.own({ UTF8_STRING: { content: { text } } });
    const { id } = await hub.fragment(({ kind, state }) => kind === 'text' && (state === 'saved' || state === 'kept'));
    const answer = await hub.bridge.fragment(id);
    assert.ok(answer.ok);
    const { things } = foundInFragment(answer.value);
    assert.equal(things.length, 5);
    for (const [at, expected] of ['03/04/2026', '12,50 €', 'https://häfen.example/b?c=d', 'jana@a.example', '+49 30 1234567'].entries()) {
      const span = things[at]?.span ?? { from: 0, to: 1 };
      assert.equal((await hub.bridge.copy(id, { span })).ok, true);
      await until(expected, () => pasted() === expected);
    }
    const { absence, clipboardFragments } = await hub.source(({ clipboardFragments: all }) => all.length === 0);
    assert.deepEqual([absence, clipboardFragments], ['texts', []]);
    assert.equal((await hub.fragments()).length, 1, 'it is no copy');
  });

  it('leaves the clipboard alone for a part that the shown text does not have', async () => {
    const { hub } = desk;
    const [fragment] = await hub.fragments();
    const refused = await hub.bridge.copy(fragment?.id ?? '', { span: { from: longest - 4, to: longest + 4 } });
    assert.partialDeepStrictEqual(refused, { ok: false, reason: 'refused', status: 404 });
    assert.equal(pasted(), '+49 30 1234567');
  });
});
