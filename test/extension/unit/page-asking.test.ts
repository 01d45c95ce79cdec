/** How a page is asked, without a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { becomeBrowser } from '../../doubles/extension-browser.ts';

type Script = { readonly target: { readonly allFrames?: true }; readonly files?: readonly string[] };
let execute: (script: Script) => Promise<readonly object[]> = async () => [];
const scripting = { executeScript: async (script: Script) => await execute(script) };
const { askPage } = await import('../../../extension/background/page-asking.ts');

const url = 'https://news.example/a';
const asking = { tabId: 1, url, excluded: { own: [], hubs: [] } };

test('a page that answers nothing is given up after half a minute, whichever question it is', async (t) => {
  becomeBrowser(t, { scripting });
  for (const answered of [0, 1, 2]) {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let count = 0;
    execute = async () => (count++ < answered ? [{ result: url }] : await new Promise(() => {}));
    const result = askPage({ ...asking, task: { do: 'article' } });
    for (let turns = 0; turns < 20; turns += 1) await turn();
    t.mock.timers.tick(30_000);
    assert.deepEqual(await result, { ok: false, reason: 'too-slow' });
    t.mock.timers.reset();
  }
});

test('a frame that never answers keeps no selection of the page itself', async (t) => {
  becomeBrowser(t, { scripting });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const found = { ok: true, value: { kind: 'selection', title: 't', text: 'words' } } as const;
  const answers: readonly unknown[] = [{ selected: 'behind', origin: 'https://news.example', into: null }, url, null, found];
  let count = 0;
  execute = async ({ target }) => (target.allFrames === true ? await new Promise(() => {}) : [{ frameId: 0, result: answers[count++] }]);
  const result = askPage({ ...asking, task: { do: 'selection' } });
  for (let turns = 0; turns < 20; turns += 1) await turn();
  t.mock.timers.tick(5_000);
  assert.deepEqual(await result, found);
});

test('what is selected in a frame that can not be read is not taken for what is still selected in another one', async (t) => {
  becomeBrowser(t, { scripting });
  const page = { selected: 'nothing', origin: 'https://news.example', into: 'https://far.example/b' };
  const near = { selected: 'behind', origin: 'https://news.example', into: null };
  const far = { selected: 'behind', origin: 'https://far.example', into: 'https://deep.example/c' };
  const asked = async (frames: readonly object[], excluded: readonly string[] = []) => {
    const all = [page, near, ...frames].map((result, frameId) => ({ frameId, result }));
    execute = async ({ target }) => (target.allFrames === true ? all : all.slice(0, 1));
    return await askPage({ ...asking, task: { do: 'selection' }, excluded: { own: excluded, hubs: [] } });
  };
  assert.deepEqual(await asked([]), { ok: false, reason: 'frame-needs-host', frame: 'https://far.example/b' });
  assert.deepEqual(await asked([far]), { ok: false, reason: 'frame-needs-host', frame: 'https://deep.example/c' });
  assert.deepEqual(await asked([], ['far.example']), { ok: false, reason: 'excluded-host' });
});
