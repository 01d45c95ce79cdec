import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComponentStatus } from '../../contract/supervisor.ts';
import { captureCondition } from './capture-condition.ts';
import { documentCondition, settingsTrouble, type UnusedDocument } from './document-condition.ts';

function component(id: ComponentStatus['id'], reason: string | null): ComponentStatus {
  return { id, state: reason === null ? 'running' : 'degraded', pid: 7, restarts: 0, reason, uptimeSeconds: null };
}

const filter: UnusedDocument = { file: 'content-filter.json', fault: { reason: 'not-json', line: 3 }, instead: 'last-good' };
const others = ['workspaces.json', 'a-document-with-a-long-name.json', 'another-document-with-a-longer-name-still.json'].map(
  (file): UnusedDocument => ({ file, fault: { reason: 'not-valid', field: 'a.field.of.it' }, instead: 'defaults' }),
);

for (const unused of [[filter], [...others.slice(0, 1), filter], [...others, filter]])
  test(`rules that do not apply as written are reported in the window, even if ${unused.length - 1} other documents are not valid`, () => {
    const components = [component('settings_host', documentCondition(unused)), component('clipboard', null)];
    const { state, text, mend } = captureCondition({ isPaused: false, components });
    assert.deepEqual([state, text], ['limited', 'Earlier filter rules apply']);
    assert.match(mend, /content-filter\.json is not valid/);
  });

test('another document that is not used does not affect capture, and an unknown filter stops it', () => {
  const condition = (unused: UnusedDocument, monitor: string | null): string =>
    captureCondition({
      isPaused: false,
      components: [component('settings_host', documentCondition([unused])), component('clipboard', monitor)],
    }).text;
  assert.equal(condition({ ...filter, file: 'hub.json' }, null), 'Watching the clipboard');
  assert.equal(
    condition({ ...filter, instead: 'no-capture' }, "nothing is captured: content-filter.json can't be read"),
    'Nothing is captured',
  );
});

test('a document that is not used is named in the window, with what applies instead', () => {
  const told = (unused: readonly UnusedDocument[]) => settingsTrouble([component('settings_host', documentCondition(unused))]);
  assert.deepEqual(told([{ ...filter, file: 'hub.json', instead: 'defaults' }]), {
    text: 'Your settings do not apply',
    mend: 'hub.json is not valid JSON (line 3); the defaults apply until you fix it.',
  });
  assert.equal(told([]), null);
  assert.equal(told([filter]), null, 'that is said of capturing');
});
