import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeWindow } from '../../../../test/doubles/fake-window.ts';
import { bringPageBack, pageReloads } from './page-returns.ts';
import { DrawnForm, PaintAcks } from './paint-acks.ts';

function openRig() {
  const window = new FakeWindow({
    size: { width: 400, height: 300 },
    smallest: { width: 1, height: 1 },
    place: null,
    icon: { rgba: Buffer.alloc(0), sizePx: 0 },
  });
  const rig = { window, nowMs: 0, givenUp: 0, told: [] as string[] };
  bringPageBack(
    {
      window,
      shell: { feed: { pageGone: () => void rig.told.push('feed') } },
      control: { pageGone: () => void rig.told.push('control') },
      painted: { forget: () => void rig.told.push('painted') },
      log: { error: () => {} },
      giveUp: () => {
        rig.givenUp += 1;
      },
    },
    () => rig.nowMs,
  );
  return rig;
}

test('a page that has ended is loaded again, once all that knows of it has heard so', () => {
  const rig = openRig();
  rig.window.endPage();
  assert.equal(rig.window.reloads, 1);
  assert.deepEqual(rig.told.toSorted(), ['control', 'feed', 'painted']);
});

test('one that ends again and again is given up, and one that ends now and then is not', () => {
  const often = openRig();
  for (let time = 0; time <= pageReloads.most; time += 1) often.window.endPage();
  assert.deepEqual([often.window.reloads, often.givenUp], [pageReloads.most, 1]);

  const rarely = openRig();
  for (let time = 0; time < 20; time += 1) {
    rarely.window.endPage();
    rarely.nowMs += pageReloads.withinMs / pageReloads.most;
  }
  assert.deepEqual([rarely.window.reloads, rarely.givenUp], [20, 0]);
});

test('what the page before has painted is nothing that the new one has, but a form was drawn once', async () => {
  const [painted, form] = [new PaintAcks(), new DrawnForm()];
  painted.tell(7);
  form.tell(3);
  painted.forget();
  form.forget();
  assert.deepEqual([await painted.reaches(0, 0), await form.is(3, 0), form.isKnown], [false, false, true]);
  painted.tell(0);
  assert.equal(await painted.reaches(0, 0), true);
});
