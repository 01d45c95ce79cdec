/** A journal that has reached its quota: small contents are kept, large ones are not, and the status says why and what to do. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { it } from 'node:test';
import type { ComponentStatus } from '../../../src/contract/supervisor.ts';
import { startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';

const megabyte = 1_000_000;

it('a journal that is full keeps small copies and no large ones, says so, and accepts large ones again when there is room', {
  skip: withoutXvfb(),
}, async () => {
  await using desk = await startHubDesk({
    prepare: (hub) => hub.setDocument('config/hub.json', { journal: { max_megabytes: 100 }, save: { policy: 'off' } }),
  });
  const { hub, owner } = desk;
  const copyLarge = (name: string): Promise<void> =>
    owner.own({ UTF8_STRING: { content: { text: `${name}\n`, fillBytes: 51 * megabyte }, manner: 'incr' } });
  const monitorIs = async (wanted: (monitor: ComponentStatus) => boolean): Promise<string> => {
    const { components } = await hub.until((status) => status.components.some((one) => one.id === 'clipboard' && wanted(one)));
    return components.find(({ id }) => id === 'clipboard')?.reason ?? '';
  };

  for (const name of ['the first', 'the second']) {
    await copyLarge(name);
    await hub.fragment(({ text, state }) => text?.startsWith(name) === true && state === 'kept');
  }
  await copyLarge('one too many');
  await hub.health(({ copies }) => copies.missed === 1);
  const why = await monitorIs(({ state }) => state === 'degraded');
  assert.match(
    why,
    /^the journal has reached its limit of 100 MB: contents over 128 KiB are not kept; .*journal\.max_megabytes in hub\.json$/,
  );
  await owner.own({ UTF8_STRING: { content: { text: 'a small one, which is kept' } } });
  await hub.fragment(({ text }) => text === 'a small one, which is kept');
  assert.deepEqual(
    readdirSync(hub.places.blobs).filter((name) => name.startsWith('.~hub-')),
    [],
  );

  const { id } = await hub.fragment(({ text }) => text?.startsWith('the first') === true);
  assert.equal((await hub.command(['delete', id, '--now'])).status, 0);
  await copyLarge('after the mend');
  await hub.fragment(({ text, state }) => text?.startsWith('after the mend') === true && state === 'kept');
  assert.deepEqual(await hub.stop(), []);
});
