import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { done, failed } from '../../../base/outcome.ts';
import type { HubDocument } from '../../../contract/documents/hub.ts';
import { shortcutText } from '../../../contract/documents/shortcut.ts';
import type { PickerView, ShortcutView } from '../../../contract/page-rows/picker.ts';
import type { ExtractedPart } from '../../../contract/source-snapshot.ts';
import type { ShellState } from '../../../domain/view/page-view.ts';
import type { DesktopKeyboard, HoldOutcome, PasteOutcome, PasteTarget } from '../../../platform/keyboard/index.ts';
import type { WindowMemory } from '../window/window-memory.ts';
import { Picker } from './picker.ts';

const editor: PasteTarget = {
  window: 7,
  className: 'Mousepad',
  executable: null,
  isBehind: false,
  bounds: { x: 10, y: 20, width: 300, height: 200 },
};

interface Beginning {
  readonly target?: PasteTarget | null;
  readonly outcome?: PasteOutcome;
  readonly held?: HoldOutcome;
  readonly copies?: boolean;
  /** Of several, those without a text. */
  readonly leftOut?: readonly string[];
  readonly rules?: Partial<HubDocument['picker']>;
  readonly hasKeyboard?: boolean;
  readonly isGranted?: boolean;
  readonly isReady?: boolean;
  /** When it has come to the front. */
  readonly comes?: Promise<void>;
  /** The page has drawn the picker in time. */
  readonly isDrawn?: boolean;
  /** Hub's own window was the active one. */
  readonly isOwnBefore?: boolean;
  /** What is picked has no text. */
  readonly isPicture?: boolean;
  /** What was read in it. */
  readonly extracted?: readonly ExtractedPart[];
  /** The desktop decides on the shortcut, and calls its keys so. */
  readonly trigger?: string;
  /** When the shortcut is held, or not. */
  readonly answers?: Promise<void>;
  /** What the user refused at an earlier start. */
  readonly refused?: string;
}

/** A picker whose desktop, clipboard and window only write down what is asked of them. */
function rig(
  t: TestContext,
  {
    target = editor,
    outcome = 'pasted',
    held = 'held',
    copies = true,
    leftOut = [],
    rules = {},
    hasKeyboard = true,
    isGranted = true,
    isReady = true,
    comes = Promise.resolve(),
    isDrawn = true,
    isOwnBefore = false,
    isPicture = false,
    extracted = [],
    trigger,
    answers = Promise.resolve(),
    refused = '',
  }: Beginning = {},
) {
  const did: string[] = [];
  const keys: string[] = [];
  let press = (): void => {};
  let deactivated = (): void => {};
  let changed: (state: ShellState) => void = () => {};
  let told: (outcome: HoldOutcome) => void = () => {};
  let cancel = (): void => {};
  const states: ShortcutView[] = [];
  const offeredAnew: string[] = [];
  const keyboard: DesktopKeyboard = {
    canPaste: trigger === undefined,
    isDesktopsChoice: trigger !== undefined,
    trigger: trigger ?? '',
    onPressed: (listener) => {
      press = listener;
    },
    hold: async (shortcut) => {
      did.push(`hold ${shortcut === null ? 'nothing' : shortcutText(shortcut)}`);
      await answers;
      return held;
    },
    suspend: async (isOn) => void did.push(isOn ? 'suspend' : 'resume'),
    onChanged: (listener) => {
      told = listener;
    },
    target: async () => target,
    prepare: async () => isReady,
    keepKeys: (cancelled) => {
      keys.push('keep');
      cancel = cancelled;
    },
    giveKeys: async (window) => void keys.push(`give ${window}`),
    cancelKeys: () => void keys.push('cancel'),
    returnKeys: async (target) => void keys.push(`return ${target?.window ?? 'active'}`),
    dropKeys: () => void keys.push('drop'),
    awaitChosen: () => void keys.push('await chosen'),
    releaseKeys: (to) => void keys.push(`release to ${to}`),
    activate: async ({ window }) => void did.push(`activate ${window}`),
    paste: async ({ window }, keys) => {
      did.push(`paste ${shortcutText(keys)} in ${window}`);
      return outcome;
    },
    [Symbol.asyncDispose]: async () => {},
  };
  const control = {
    isPicker: false,
    showPicker: async ({ into, pastes }: PickerView) => {
      control.isPicker = true;
      did.push(`show ${into} ${pastes ? 'pastes' : 'copies'}`);
      await comes;
      return isGranted && control.isPicker;
    },
    leavePicker: async (to: 'back' | 'on' = 'back') => {
      control.isPicker = false;
      did.push('leave');
      return isOwnBefore && to === 'back' ? ('own' as const) : ('other' as const);
    },
    isDrawn: async () => isDrawn,
    leavesPickerBy: () => {},
  };
  const shell = {
    state: { pickerRules: { shortcut: 'Ctrl+Shift+V', paste_keys: {}, ...rules } } as ShellState,
    shortcut: null as ShortcutView | null,
    set: ({ shortcut }: Partial<ShellState>) => {
      shell.shortcut = shortcut ?? shell.shortcut;
      if (shortcut !== undefined) states.push(shortcut);
    },
    notify: (intent: string, text: string | (() => string)) => void did.push(`${intent}: ${typeof text === 'string' ? text : text()}`),
    onChanged: (listener: (state: ShellState) => void) => {
      changed = listener;
    },
    change: (pickerRules: HubDocument['picker']) => {
      shell.state = { ...shell.state, pickerRules };
      changed(shell.state);
    },
  };
  const window = {
    isActive: true,
    handle: 9n,
    on: (name: string, listener: () => void) => {
      if (name === 'deactivated') deactivated = listener;
    },
  };
  const bridge = {
    fragments: async () => failed('no-answer' as never),
    fragment: async () => done({ kind: 'image', extracted } as never),
    copy: async (id: string, { plain = false, selected = false, unlessPresent = false } = {}) => {
      if (!unlessPresent && !selected) offeredAnew.push(id);
      did.push(`copy ${id}${plain ? ' plain' : ''}${selected ? ' selected' : ''}`);
      if (isPicture && (selected || plain) && !extracted.some(({ text }) => plain && text !== undefined))
        return { ok: false, reason: 'refused', status: 404, word: 'not_found', detail: '' } as never;
      return copies ? done(undefined) : failed('no-answer' as never);
    },
    copyTexts: async (ids: readonly string[], { plain = false, selected = false } = {}) => {
      did.push(`join ${ids.join()}${plain ? ' plain' : ''}${selected ? ' selected' : ''}`);
      return copies
        ? done({ ok: true, joined: ids.length - leftOut.length, leftOut })
        : ({ ok: false, reason: 'refused', status: 400, word: 'invalid_request', detail: 'Too long.' } as never);
    },
  };
  const memory = {
    value: { refusedShortcut: refused },
    set: (change: Partial<WindowMemory>) => {
      Object.assign(memory.value, change);
    },
  };
  const picker = new Picker({
    memory: memory as never,
    keyboard: hasKeyboard ? keyboard : null,
    control,
    window: window as never,
    shell,
    bridge: bridge as never,
    tellDesktop: async (text) => void did.push(`desktop: ${text}`),
    log: rememberingLog(() => {}),
  });
  t.after(() => picker[Symbol.asyncDispose]());
  const tell = (outcome: HoldOutcome) => told(outcome);
  return {
    picker,
    did,
    offeredAnew,
    keys,
    shell,
    states,
    memory,
    control,
    window,
    tell,
    press: () => press(),
    cancel: () => cancel(),
    deactivate: () => deactivated(),
  };
}

test('the shortcut opens it over the active window and closes it again, which is active then', async (t) => {
  const { picker, did, press, shell } = rig(t);
  await turn();
  press();
  await turn();
  await picker.toggle();
  assert.deepEqual(did, ['hold Ctrl+Shift+V', 'show Mousepad pastes', 'leave', 'activate 7']);
  assert.deepEqual(shell.shortcut, { keys: 'Ctrl+Shift+V', state: 'held', trigger: null });
});

test('a copy is on the clipboard and the picker is gone before keys are pressed', async (t) => {
  const { picker, did } = rig(t);
  await picker.toggle();
  did.length = 0;
  await picker.pick('3', 'paste');
  assert.deepEqual(did, ['copy 3', 'leave', 'paste Ctrl+V in 7']);
  did.length = 0;
  await picker.toggle();
  await picker.pick('4', 'paste-plain');
  assert.deepEqual(did, ['show Mousepad pastes', 'copy 4 plain', 'leave', 'paste Ctrl+V in 7']);
});

test('a dialog is named after the window that it belongs to, and pasted into by its own class', async (t) => {
  const { picker, did } = rig(t, { target: { ...editor, className: 'Soffice', dialogOf: 'libreoffice-writer' } });
  await picker.toggle();
  assert.equal(did.at(-1), 'show libreoffice-writer pastes');
});

test('several are one text on the clipboard and one paste, in their order and each once; as text alone if that is wanted', async (t) => {
  for (const [className, how, expected] of [
    ['Mousepad', 'paste', ['join 5,3', 'leave', 'paste Ctrl+V in 7']],
    ['Mousepad', 'paste-plain', ['join 5,3 plain', 'leave', 'paste Ctrl+V in 7']],
    ['Mousepad', 'copy', ['join 5,3', 'leave', 'activate 7']],
    ['XTerm', 'paste', ['join 5,3 selected', 'leave', 'paste Shift+Insert in 7']],
  ] as const) {
    const { picker, did } = rig(t, { target: { ...editor, className } });
    await picker.toggle();
    did.length = 0;
    await picker.pickSeveral(['5', '3', '5'], how);
    assert.deepEqual(did, expected);
  }
});

test('several that cannot be joined leave the picker open, which says why', async (t) => {
  const { picker, did, control } = rig(t, { copies: false });
  await picker.toggle();
  did.length = 0;
  await picker.pickSeveral(['5', '3'], 'paste');
  assert.deepEqual(did, ['join 5,3', 'error: Nothing was copied: Too long.']);
  assert.equal(control.isPicker, true);
});

test('of several, those that have no text after all are told, and the others pasted', async (t) => {
  const { picker, did } = rig(t, { leftOut: ['3'] });
  await picker.toggle();
  did.length = 0;
  await picker.pickSeveral(['5', '3'], 'paste');
  assert.deepEqual(did, ['join 5,3', 'info: 1 copy without a text was left out', 'leave', 'paste Ctrl+V in 7']);
});

test('several that a terminal cannot paste are not said to be missing from the clipboard', async (t) => {
  const { picker, did } = rig(t, { copies: false, target: { ...editor, className: 'XTerm' } });
  await picker.toggle();
  did.length = 0;
  await picker.pickSeveral(['5', '3'], 'paste');
  assert.deepEqual(did, ['join 5,3 selected', 'error: They could not be pasted: Too long.']);
});

test('what its own program offers is pasted from there, but files without their paths as text only into a window of that program', async (t) => {
  const { picker, offeredAnew, shell } = rig(t);
  const files = (mediaTypes: readonly string[], appName: string) => {
    const fragments = [{ id: '3', kind: 'files', mediaTypes }];
    shell.state = { ...shell.state, snapshot: { appName, fragments } as unknown as ShellState['snapshot'] };
  };
  const pasted = async (id: string): Promise<boolean> => {
    await picker.toggle();
    await picker.pick(id, 'paste');
    return offeredAnew.splice(0).length > 0;
  };
  files(['text/uri-list'], 'Pcmanfm');
  assert.equal(await pasted('3'), true, 'into an editor');
  assert.equal(await pasted('4'), false, 'another copy');
  files(['text/uri-list'], 'mousepad');
  assert.equal(await pasted('3'), false, 'its own program, which may have cut them');
  files(['text/uri-list', 'text/plain'], 'Thunar');
  assert.equal(await pasted('3'), false, 'with their paths');
});

test('two programs of which neither is known are not taken for one', async (t) => {
  const { picker, offeredAnew, shell } = rig(t, { target: { ...editor, className: '' } });
  const fragments = [{ id: '3', kind: 'files', mediaTypes: ['text/uri-list'] }];
  shell.state = { ...shell.state, snapshot: { appName: '', fragments } as unknown as ShellState['snapshot'] };
  await picker.toggle();
  await picker.pick('3', 'paste');
  assert.equal(offeredAnew.length, 1);
});

test('called in the window of Hub itself, it goes back there, and pastes into the window before', async (t) => {
  const { picker, did } = rig(t, { isOwnBefore: true });
  for (const leave of [() => picker.leave(), () => picker.pick('3', 'copy'), () => picker.pick('3', 'paste')]) {
    await picker.toggle();
    await leave();
  }
  assert.deepEqual(
    did.filter((what) => !what.startsWith('show') && !what.startsWith('hold')),
    ['leave', 'copy 3', 'leave', 'copy 3', 'leave', 'paste Ctrl+V in 7'],
  );
});

test('keys that follow the shortcut are kept for the picker, and forgotten if it does not get the keyboard', async (t) => {
  for (const [isGranted, what] of [
    [true, 'give 9'],
    [false, 'drop'],
  ] as const) {
    const { picker, keys, press } = rig(t, { isGranted });
    press();
    await turn();
    assert.deepEqual(keys, ['keep', what]);
    press();
    await turn();
    assert.deepEqual(keys.slice(2), ['cancel', 'return 7'], 'what follows a shortcut that closes it is for the window before');
    await picker.toggle();
  }
});

test('keys that follow the one that closes it are for the window that comes back, for the picker that stays, or for nobody', async (t) => {
  const released = async (beginning: Beginning, end: (picker: Picker) => Promise<void> | void): Promise<readonly string[]> => {
    const { picker, keys } = rig(t, beginning);
    await picker.toggle();
    keys.length = 0;
    await end(picker);
    return keys.filter((key) => key.startsWith('release'));
  };
  const { picker, keys } = rig(t);
  await picker.toggle();
  const picked = picker.pick('3', 'paste');
  assert.equal(keys.at(-1), 'await chosen', 'before the copy is on the clipboard');
  await picked;
  // To the other window they go with the request that makes it active, or with the paste.
  assert.deepEqual(await released({}, (picker) => picker.leave()), []);
  assert.deepEqual(await released({}, (picker) => picker.pick('3', 'paste')), []);
  assert.deepEqual(await released({ isOwnBefore: true }, (picker) => picker.leave()), ['release to own']);
  assert.deepEqual(await released({ target: null }, (picker) => picker.leave()), ['release to desktop']);
  assert.deepEqual(await released({}, (picker) => picker.stay()), ['release to picker']);
  assert.deepEqual(await released({ isReady: false }, (picker) => picker.pick('3', 'paste')), ['release to picker']);
  assert.deepEqual((await released({ outcome: 'gone' }, (picker) => picker.pick('3', 'paste')))[0], 'release to nobody');
});

test('keys wait for a page that is late, and go nowhere if it does not draw the picker', async (t) => {
  const { keys, press } = rig(t, { isDrawn: false });
  press();
  await turn();
  assert.deepEqual(keys, ['keep', 'drop']);
});

test('a shortcut that is pressed again while the picker is on its way does not close it, and Escape does', async (t) => {
  const coming = Promise.withResolvers<void>();
  const { did, keys, press, cancel, control } = rig(t, { comes: coming.promise });
  await turn();
  press();
  await turn();
  press();
  await turn();
  assert.deepEqual([did.slice(1), keys], [['show Mousepad pastes'], ['keep']]);
  cancel();
  await turn();
  assert.deepEqual([did.slice(1), control.isPicker], [['show Mousepad pastes', 'leave', 'activate 7'], false]);
  // It is called again, and what the first call still does takes none of its keys.
  press();
  coming.resolve();
  await turn();
  assert.deepEqual(keys, ['keep', 'cancel', 'return 7', 'keep', 'give 9']);
});

test('only copying presses nothing, like a window that pastes by no keys, and a desktop without any', async (t) => {
  const editing = rig(t);
  await editing.picker.toggle();
  await editing.picker.pick('3', 'copy');
  assert.deepEqual(editing.did.slice(1), ['show Mousepad pastes', 'copy 3', 'leave', 'activate 7']);
  const gvim = rig(t, { target: { ...editor, className: 'Gvim' } });
  await gvim.picker.toggle();
  await gvim.picker.pick('3', 'paste');
  assert.deepEqual(gvim.did.slice(1), ['show Gvim copies', 'copy 3', 'leave', 'activate 7']);
  const without = rig(t, { hasKeyboard: false });
  await without.picker.toggle();
  await without.picker.pick('3', 'paste');
  assert.deepEqual(without.did, ['show  copies', 'copy 3', 'leave']);
  await turn();
  assert.deepEqual(without.shell.shortcut, { keys: 'Ctrl+Shift+V', state: 'unavailable', trigger: null });
});

test('xterm pastes what is selected, so the copy is that too; a picture cannot be selected, and the picker says that it is only copied', async (t) => {
  for (const [isPicture, expected] of [
    [false, ['copy 3 selected', 'leave', 'paste Shift+Insert in 7']],
    [true, ['copy 3 selected', 'copy 3', 'warning: It is on the clipboard. This program pastes only text, and this copy has none']],
  ] as const) {
    const { picker, did } = rig(t, { target: { ...editor, className: 'XTerm' }, isPicture });
    await picker.toggle();
    did.length = 0;
    await picker.pick('3', 'paste');
    assert.deepEqual(did, expected);
  }
});

test('a picture is pasted as its text where that is known; otherwise the picker says why not, and stays', async (t) => {
  const read = [{ file: 0, state: 'read', text: 'its text' }] as const;
  for (const [className, extracted, expected] of [
    ['Mousepad', read, ['copy 3 plain', 'leave', 'paste Ctrl+V in 7']],
    ['XTerm', read, ['copy 3 plain selected', 'leave', 'paste Shift+Insert in 7']],
    ['Mousepad', [], ['copy 3 plain', /^warning: .* has not been read yet\. Enter pastes the picture$/]],
    ['Mousepad', [{ file: 0, state: 'empty' }], ['copy 3 plain', /^warning: .* there is no text in this picture\. /]],
    ['XTerm', [], ['copy 3 plain selected', 'copy 3', /^warning: .* only text, and this copy has none$/]],
  ] as const) {
    const { picker, did } = rig(t, { target: { ...editor, className }, isPicture: true, extracted });
    await picker.toggle();
    did.length = 0;
    await picker.pick('3', 'paste-plain');
    assert.equal(did.length, expected.length, String(did));
    for (const [at, wanted] of expected.entries())
      typeof wanted === 'string' ? assert.equal(did[at], wanted) : assert.match(did[at] ?? '', wanted);
  }
  const { picker, did } = rig(t, { target: { ...editor, className: 'XTerm' }, isPicture: true, extracted: read });
  await picker.toggle();
  await picker.pick('3', 'paste');
  assert.match(did.at(-1) ?? '', /Shift\+Enter pastes the text that was read in this copy$/);
});

test('HTML that is on the clipboard without a text is offered anew, with its text', async (t) => {
  const { picker, offeredAnew, shell } = rig(t);
  const fragments = [{ id: '3', kind: 'text', mediaTypes: ['text/html'] }];
  shell.state = { ...shell.state, snapshot: { appName: 'Chromium', fragments } as unknown as ShellState['snapshot'] };
  await picker.toggle();
  await picker.pick('3', 'paste');
  assert.equal(offeredAnew.length, 1);
});

test('what could not be pasted is said, in the picker, which is back for that', async (t) => {
  for (const outcome of ['gone', 'not-active', 'no-such-key', 'unavailable'] as const) {
    const { picker, did } = rig(t, { outcome });
    await picker.toggle();
    did.length = 0;
    await picker.pick('3', 'paste');
    assert.match(did.at(-1) ?? '', /^warning: It is on the clipboard\. /, outcome);
    assert.deepEqual(did.slice(0, -1), ['copy 3', 'leave', 'paste Ctrl+V in 7', 'show Mousepad pastes']);
  }
});

test('what could not be pasted is said by the desktop where the picker does not come to the front', async (t) => {
  const { picker, did } = rig(t, { outcome: 'not-active', isGranted: false });
  await picker.toggle();
  await picker.pick('3', 'paste');
  assert.match(did.at(-1) ?? '', /^desktop: It is on the clipboard\. /);
});

test('the keyboard is not taken from a window that the user has turned to: what was not pasted is said by the desktop', async (t) => {
  const { picker, did, control } = rig(t, { outcome: 'left' });
  await picker.toggle();
  did.length = 0;
  await picker.pick('3', 'paste');
  assert.deepEqual(did.slice(0, 3), ['copy 3', 'leave', 'paste Ctrl+V in 7']);
  assert.match(did[3] ?? '', /^desktop: It is on the clipboard\. /);
  assert.deepEqual([did.length, control.isPicker], [4, false]);
});

test('keys that cannot be pressed yet are not pressed later: the picker stays, and says so', async (t) => {
  const { picker, did, control } = rig(t, { isReady: false });
  await picker.toggle();
  did.length = 0;
  await picker.pick('3', 'paste');
  assert.equal(did[0], 'copy 3');
  assert.match(did[1] ?? '', /^warning: It is on the clipboard\. /);
  assert.deepEqual([did.length, control.isPicker], [2, true]);
});

test('a copy that cannot be put on the clipboard leaves the picker open, and nothing is pressed', async (t) => {
  const { picker, did } = rig(t, { copies: false });
  await picker.toggle();
  did.length = 0;
  await picker.pick('3', 'paste');
  assert.equal(did[0], 'copy 3');
  assert.match(did[1] ?? '', /^error: /);
  assert.equal(did.length, 2);
});

test('an Enter that is held down pastes once', async (t) => {
  const { picker, did } = rig(t);
  await picker.toggle();
  did.length = 0;
  await Promise.all([picker.pick('3', 'paste'), picker.pick('3', 'paste'), picker.pick('3', 'paste')]);
  assert.deepEqual(did, ['copy 3', 'leave', 'paste Ctrl+V in 7']);
});

test('a pick that the page had put off until after the picker was left does nothing', async (t) => {
  const { picker, did } = rig(t);
  await picker.toggle();
  await picker.leave();
  did.length = 0;
  await picker.pick('3', 'paste');
  assert.deepEqual(did, []);
});

test('whoever waits for the shortcut hears once it is held, and at once of a desktop that asks the user first', async (t) => {
  const asked = Promise.withResolvers<void>();
  let isOver = false;
  const { picker } = rig(t, { answers: asked.promise });
  const tried = picker.shortcutTried().then(() => {
    isOver = true;
  });
  await turn();
  assert.equal(isOver, false);
  asked.resolve();
  await tried;
  let isAtOnce = false;
  void rig(t, { answers: new Promise(() => {}), trigger: '' })
    .picker.shortcutTried()
    .then(() => {
      isAtOnce = true;
    });
  await turn();
  assert.equal(isAtOnce, true);
});

test('the shortcut follows the document, is given back while another one is pressed, and a taken one is told', async (t) => {
  const { picker, did, shell } = rig(t, { held: 'taken' });
  await turn();
  assert.deepEqual(shell.shortcut, { keys: 'Ctrl+Shift+V', state: 'taken', trigger: null });
  picker.recordShortcut(true);
  picker.recordShortcut(false);
  await turn();
  shell.change({ shortcut: 'Super+V', paste_keys: {} });
  shell.change({ shortcut: '', paste_keys: {} });
  await turn();
  assert.deepEqual(did, ['hold Ctrl+Shift+V', 'suspend', 'resume', 'hold Ctrl+Shift+V', 'hold Super+V', 'hold nothing']);
  assert.deepEqual(shell.shortcut, { keys: '', state: 'none', trigger: null });
});

test('where the desktop decides, its own words for the keys are shown, also once they change, and Enter copies', async (t) => {
  const { picker, did, states, tell } = rig(t, { trigger: `Alt+V\u202e\n${'x'.repeat(1_000)}` });
  await turn();
  const [waiting, held] = states;
  assert.deepEqual(waiting, { keys: 'Ctrl+Shift+V', state: 'waiting', trigger: '' });
  assert.equal(held?.state, 'held');
  assert.match(held?.trigger ?? '', /^Alt\+V\ufffd x{30,40}…$/);
  tell('unavailable');
  assert.equal(states.at(-1)?.state, 'unavailable');
  await picker.toggle();
  await picker.pick('3', 'paste');
  assert.deepEqual(did.slice(1), ['show Mousepad copies', 'copy 3', 'leave', 'activate 7']);
});

test('what the user refused is not asked for again until they choose other keys, or none for a moment', async (t) => {
  const asked = rig(t, { trigger: '', held: 'refused' });
  await turn();
  assert.equal(asked.memory.value.refusedShortcut, 'Ctrl+Shift+V');
  const { did, shell, states, memory } = rig(t, { trigger: '', refused: 'Ctrl+Shift+V' });
  await turn();
  assert.deepEqual([did, states.at(-1)?.state], [['hold nothing'], 'refused']);
  shell.change({ shortcut: '', paste_keys: {} });
  shell.change({ shortcut: 'Ctrl+Shift+V', paste_keys: {} });
  await turn();
  assert.deepEqual(did.slice(1), ['hold nothing', 'hold Ctrl+Shift+V']);
  assert.deepEqual([memory.value.refusedShortcut, states.at(-1)?.state], ['', 'held']);
});

test('a click elsewhere closes it, and a window manager that moves the focus about does not', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { picker, did, control, window, deactivate } = rig(t);
  await picker.toggle();
  deactivate();
  t.mock.timers.tick(1_000);
  assert.equal(control.isPicker, true, 'it is active again');
  window.isActive = false;
  deactivate();
  t.mock.timers.tick(1_000);
  await turn();
  assert.equal(control.isPicker, false);
  assert.equal(did.at(-1), 'activate 7', 'what was clicked stays active');
});

test('a keyboard that is held does not close it, also if the window before is gone', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { picker, control, window, deactivate } = rig(t, { target: null });
  await picker.toggle();
  window.isActive = false;
  deactivate();
  t.mock.timers.tick(1_000);
  await turn();
  assert.equal(control.isPicker, true);
  window.isActive = true;
});

test('a focus that was lost before it was opened again does not close it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { picker, control, window, deactivate } = rig(t);
  await picker.toggle();
  window.isActive = false;
  await picker.leave();
  deactivate();
  const opening = picker.toggle();
  deactivate();
  t.mock.timers.tick(1_000);
  await opening;
  assert.equal(control.isPicker, true);
});
