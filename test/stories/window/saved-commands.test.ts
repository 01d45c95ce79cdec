/** A saved command in the hand: asked about once, run by its keys in the picker and from the menu of a row in the window. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { withoutDesktop } from '../../harness/desktop/desktop.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { WindowRig } from '../../harness/desktop/window-rig.ts';
import { ClipboardOwner } from '../../harness/owners/clipboard-owner.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);
const commands = [
  { name: 'Shout', command: ['tr', 'a-z', 'A-Z'], kinds: ['text'], output: 'clipboard', shortcut: 'Ctrl+Shift+S' },
  { name: 'Quiet', command: ['tr', 'A-Z', 'a-z'], kinds: ['text'], output: 'clipboard' },
];

describe('a saved command', { skip: missingPrograms('xclip') || withoutDesktop() }, () => {
  const parts = new AsyncDisposableStack();
  let rig: WindowRig;
  let owner: ClipboardOwner;
  before(async () => {
    rig = parts.use(await WindowRig.open({ HUB_DEBUG: '1' }));
    rig.hub.setDocument('config/commands.json', { commands });
    owner = parts.use(await ClipboardOwner.start(rig.desktop.display));
    await rig.active();
    // A picker over a hidden window leaves nothing on the screen.
    await rig.act('toggle');
    await rig.hidden();
  });
  after(() => parts.disposeAsync());

  const log = (): string => readFileSync(path.join(rig.hub.places.logs, 'Hub.App.log'), 'utf8');
  const logged = (word: string): number => log().split(word).length - 1;
  const runs = (): number => logged('"event":"saved command"');

  async function copied(text: string): Promise<void> {
    await owner.own({ UTF8_STRING: { content: { text } } });
    await rig.hub.source(({ clipboardFragments: [first] }) => first?.text === text && first.state !== 'captured');
    await rig.settled();
  }

  /** What another program would paste. */
  async function pasted(expected: string): Promise<void> {
    await until(expected, async () => {
      const { stdout } = await run('xclip', ['-selection', 'clipboard', '-out'], { env: rig.desktop.env, timeout: 5_000 });
      return stdout === expected;
    });
  }

  /** Presses keys that choose the command, and waits until the page has shown what came of it. */
  async function chosen(...keys: readonly string[]): Promise<void> {
    const before = log().length;
    await rig.desktop.key(...keys);
    await until('what came of it', () => /"run-command"[\s\S]*"painted"\}/.test(log().slice(before)));
    await rig.settled();
  }

  /** Answers the question that is shown. The focus is on Cancel, and Run is next to it. */
  async function answered(...keys: readonly string[]): Promise<void> {
    const before = logged('"kind":"answer-question"');
    await rig.desktop.key(...keys);
    await until('the answer', () => logged('"kind":"answer-question"') > before);
  }

  async function openedPicker(): Promise<void> {
    const before = logged('"picker opened"');
    await rig.act('open-picker');
    await until('picker', () => logged('"picker opened"') > before);
    const window = await rig.shown();
    await until('active picker', async () => (await rig.desktop.active()) === window);
    await rig.settled();
  }

  async function closedPicker(): Promise<void> {
    await rig.desktop.key('Escape');
    await rig.hidden();
  }

  test('is asked about in the picker: no runs nothing, yes runs it, and from then on it is not asked', async () => {
    await copied('the tide tables of Brest');
    await openedPicker();
    await chosen('ctrl+shift+s');
    await answered('Return');
    await rig.settled();
    await chosen('ctrl+shift+s');
    assert.equal(runs(), 0);
    await answered('Tab', 'Return');
    await pasted('THE TIDE TABLES OF BREST');
    await closedPicker();
    await copied('the moon over Brest');
    const answers = logged('"kind":"answer-question"');
    await openedPicker();
    await chosen('ctrl+shift+s');
    await pasted('THE MOON OVER BREST');
    assert.equal(logged('"kind":"answer-question"'), answers);
    await closedPicker();
  });

  test('is in the menu of a row, there and in the window', async () => {
    await copied('Low Tide');
    await openedPicker();
    await chosen('shift+F10', 'q', 'Return');
    await answered('Tab', 'Return');
    await pasted('low tide');
    await closedPicker();
    await copied('High Tide');
    const restored = logged('"window restored"');
    await rig.act('restore');
    await until('window', () => logged('"window restored"') > restored);
    await rig.active();
    await rig.settled();
    await rig.desktop.key('ctrl+k', 'Escape', 'ctrl+k', 'Tab', 'Tab', 'Tab', 'Return');
    await until('history', () => rig.memory().section === 'history');
    await rig.settled();
    // The other sections, the quick settings, and then the first row.
    await rig.desktop.key('Tab', 'Tab', 'Tab', 'Tab', 'Tab');
    await chosen('shift+F10', 'q', 'Return');
    await pasted('high tide');
  });
});
