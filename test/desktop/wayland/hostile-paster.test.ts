/** A program that pastes without end and reads nothing keeps nobody else from pasting, and Hub holds neither descriptors nor content for it. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { noDetails } from '../../../src/base/log.ts';
import { openClipboard } from '../../../src/platform/clipboard/index.ts';
import { DataControl } from '../../../src/platform/clipboard/wayland/data-control.ts';
import { WaylandConnection } from '../../../src/platform/wayland/connection.ts';
import { WaylandGlobals } from '../../../src/platform/wayland/globals.ts';
import { clipboardSystems } from '../../harness/clipboards/clipboard-systems.ts';
import { bytesOf } from '../../harness/owners/clipboard-owner.ts';
import { until } from '../../harness/until.ts';

const format = 'text/plain;charset=utf-8';
const requests = 300;

for (const system of clipboardSystems.filter(({ name }) => name.startsWith('Wayland'))) {
  describe(`a program that pastes without end on ${system.name}`, { skip: system.skip }, () => {
    it('keeps nobody else from pasting, and is held a bounded number of times', async () => {
      await using place = await system.start();
      const opened = await openClipboard({ platform: 'linux', ...place.system });
      assert.ok(opened.ok);
      await using clipboard = opened.value;
      const content = bytesOf({ text: 'large', fillBytes: 2_000_000 });
      await clipboard.offer([{ mediaType: 'text/plain', content: { bytes: content.length, inline: content } }]);
      const pasting = WaylandConnection.connect(place.system.waylandDisplay ?? '', noDetails);
      assert.ok(pasting.ok);
      const globals = await WaylandGlobals.read(pasting.value);
      const control = globals && (await DataControl.open(pasting.value, globals));
      const before = readdirSync('/proc/self/fd').length;
      for (let turn = 0; turn < requests; turn += 1) {
        assert.ok(control?.current('clipboard')?.receive(format) !== null);
        await pasting.value.sync();
      }
      // One end of each pipe is the paster's, in this process too.
      await until(
        () => `few descriptors, ${readdirSync('/proc/self/fd').length - before}`,
        () => readdirSync('/proc/self/fd').length < before + requests + 80,
      );
      assert.ok((await place.paste(format)).equals(content));
      pasting.value.close();
    });
  });
}
