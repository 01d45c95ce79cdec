import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { done, failed } from '../../../base/outcome.ts';
import { actionVerbs } from '../../../contract/action-verbs.ts';
import type { ComponentMessage } from '../../../contract/components.ts';
import type { ComponentStatus } from '../../../contract/supervisor.ts';
import { type ActionParts, createActionRouter, singleInstancePipe } from './action-router.ts';
import { chatResults, textResults } from './awaited-results.ts';

const window: ComponentStatus = { id: 'hub', state: 'running', pid: 1, restarts: 0, reason: null, uptimeSeconds: 1 };
const nobodyIsUp: ActionParts['supervisor'] = {
  deliver: async () => 'not-up',
  restart: async () => ({ ok: false, error: 'failed' }),
  status: () => [{ ...window, state: 'starting' }],
};

const marks: ActionParts['capture'] = {
  pause: async () => done(null),
  ignoreNext: async () => done(null),
  resume: async () => done(null),
  isPaused: () => false,
  beginPrivate: async () => done(null),
  isPrivate: () => false,
  endsAtMs: () => null,
};

/** A router whose parts record, in order, what they were asked for. */
function rig(changed: Partial<ActionParts> = {}) {
  const did: string[] = [];
  const logged: string[] = [];
  const router = createActionRouter({
    log: rememberingLog((line) => logged.push(line)),
    supervisor: {
      deliver: async (to: string, message: ComponentMessage) => {
        did.push(`${to}: ${message.kind === 'act' ? message.verb : message.kind}`);
        return 'delivered';
      },
      restart: async (id: string) => {
        did.push(`restart ${id}`);
        return { ok: true, componentId: 'hub', pid: 1 };
      },
      status: () => [window],
    },
    opener: {
      open: async (folder) => {
        did.push(`open ${folder}`);
        return done(null);
      },
    },
    capture: {
      pause: async (forMs) => {
        did.push(forMs === null ? 'mark' : `mark for ${forMs / 60_000} min`);
        return done(null);
      },
      ignoreNext: async () => {
        did.push('mark for the next');
        return done(null);
      },
      beginPrivate: async () => done(null),
      isPrivate: () => false,
      isPaused: () => false,
      endsAtMs: () => null,
      resume: async () => {
        did.push('no mark');
        return done(null);
      },
    },
    desktop: { offer: async () => ({ ok: true, verdict: 'same' }) },
    results: { text: textResults(), chat: chatResults() },
    workspace: () => '/the/workspace',
    logs: '/the/logs',
    shutdown: () => void did.push('shutdown'),
    isStopping: () => false,
    ...changed,
  });
  return { router, did, logged };
}

describe('a verb', () => {
  for (const [verb, deeds] of Object.entries({
    'save-now': ['python_core: save-now'],
    'pause-capture': ['mark', 'clipboard: pause-capture', 'hub: pause-capture'],
    'pause-for-an-hour': ['mark for 60 min', 'clipboard: pause-capture', 'hub: pause-capture'],
    'ignore-next-copy': ['mark for the next', 'clipboard: ignore-next-copy', 'hub: ignore-next-copy'],
    'resume-capture': ['no mark', 'clipboard: resume-capture', 'hub: resume-capture'],
    restore: ['hub: restore'],
    toggle: ['hub: toggle'],
    'cycle-top-panel': ['hub: cycle-top-panel'],
    'open-settings': ['hub: open-settings'],
    'quick-settings-chat': ['hub: quick-settings-chat'],
    'open-workspace': ['open /the/workspace'],
    'open-logs': ['open /the/logs'],
    exit: ['shutdown'],
  })) {
    test(`${verb} is dispatched to the component that handles it`, async () => {
      const { router, did } = rig();
      assert.deepEqual(await router(verb), { ok: true });
      assert.deepEqual(did, deeds);
    });
  }

  test('that nobody can handle now is refused, with what to do', async () => {
    const { router } = rig({ supervisor: nobodyIsUp });
    assert.deepEqual(await router('save-now'), {
      ok: false,
      error: 'failed',
      detail: 'python_core is not running; start it with: hub restart python_core',
    });
  });

  test('that pauses capture succeeds without a monitor, because its mark decides; without the mark it is refused', async () => {
    const { router } = rig({ supervisor: nobodyIsUp });
    const answer = await router('pause-capture');
    assert.ok(answer.ok && answer.detail?.includes('when it is watched again'));
    const { router: onFullDisk, did } = rig({
      capture: { ...marks, pause: async () => failed('disk-full') },
    });
    const refused = await onFullDisk('pause-capture');
    assert.equal(!refused.ok && refused.error, 'failed');
    assert.deepEqual(did, [], 'the monitor was told of a pause that is not kept');
  });

  test('that ignores the next copy has no effect during a pause, after which that copy may be one to keep', async () => {
    const { router, did } = rig({ capture: { ...marks, isPaused: () => true } });
    const answer = await router('ignore-next-copy');
    assert.ok(answer.ok && answer.detail?.includes('paused already'));
    assert.deepEqual(did, []);
  });

  test('that pauses capture changes nothing in private mode, which would end by it', async () => {
    const refused = async () => assert.fail('a pause was set');
    const { router, did } = rig({ capture: { ...marks, isPaused: () => true, isPrivate: () => true, pause: refused } });
    for (const verb of ['pause-capture', 'pause-for-an-hour']) {
      const answer = await router(verb);
      assert.ok(answer.ok && answer.detail?.includes('private mode is on'), verb);
    }
    assert.deepEqual(did, []);
  });

  test('for private mode turns it on, and off if it is on, and says which', async () => {
    for (const [isPrivate, does, says] of [
      [false, 'begin', 'private mode is on'],
      [true, 'resume', 'private mode is off'],
    ] as const) {
      const marked: string[] = [];
      const mark = (what: string) => async () => {
        marked.push(what);
        return done(null);
      };
      const { router } = rig({
        capture: { ...marks, isPrivate: () => isPrivate, beginPrivate: mark('begin'), resume: mark('resume') },
      });
      const answer = await router('private-mode');
      assert.deepEqual(marked, [does]);
      assert.ok(answer.ok && answer.detail?.includes(says), says);
    }
  });

  test('that pauses capture may say for how long, and no other verb may', async () => {
    const { router, did } = rig();
    const pipe = singleInstancePipe(Promise.resolve(router));
    assert.deepEqual(await pipe({ message: 'pause-capture', forMs: 1_800_000 }), { ok: true });
    assert.equal(did[0], 'mark for 30 min');
    for (const wrong of [
      { message: 'save-now', forMs: 5_000 },
      ...[0, -1, 1.5, 1e12, '5'].map((forMs) => ({ message: 'pause-capture', forMs })),
    ])
      assert.deepEqual(await pipe(wrong), { ok: false, error: 'bad_request' });
    assert.equal(did.length, 3);
  });

  test('that opens a folder returns the reason of a failure', async () => {
    const { router } = rig({ opener: { open: async () => failed('no-opener') } });
    const answer = await router('open-workspace');
    assert.ok(!answer.ok && answer.detail?.startsWith('/the/workspace was not opened: ') && answer.detail.includes('xdg-utils'));
  });

  test('is refused while Hub stops', async () => {
    const { router, did } = rig({ isStopping: () => true });
    for (const verb of ['exit', 'save-now', 'nonsense']) assert.deepEqual(await router(verb), { ok: false, error: 'stopping' });
    assert.deepEqual(did, []);
  });
});

describe('an unknown verb', () => {
  const strange = [
    '',
    'RESTORE',
    ' restore',
    '__proto__',
    'constructor',
    'toString',
    'x'.repeat(60_000),
    '$(id)',
    '../../etc',
    'restore\n',
    'secret words',
  ];

  test('has no effect, and is logged once, without its text', async () => {
    const { router, did, logged } = rig();
    for (const verb of [...strange, ...strange]) assert.deepEqual(await router(verb), { ok: false, error: 'unknown_verb' });
    assert.deepEqual(did, []);
    assert.equal(logged.length, strange.length);
    assert.ok(logged.every((line) => line === 'WARN unknown verb'));
  });

  test('in any number does not fill the log', async () => {
    const { router, logged } = rig();
    for (let number = 0; number < 1_000; number += 1) await router(`made-up-${number}`);
    assert.ok(logged.length < 50);
  });

  test('differs from every known verb, each of which has somebody who does it', async () => {
    const { router, logged } = rig();
    for (const verb of actionVerbs) assert.equal((await router(verb)).ok, true, verb);
    assert.ok(!logged.some((line) => line.includes('unknown')), logged.join('\n'));
  });
});

describe('the pipe', () => {
  test('answers bad_request to anything but a message, and a message once the router exists', async () => {
    const { router } = rig();
    let open: (value: typeof router) => void = () => {};
    const pipe = singleInstancePipe(
      new Promise((resolve) => {
        open = resolve;
      }),
    );
    for (const wrong of [null, [], 'restore', { verb: 'restore' }, { message: 1 }, { message: null }])
      assert.deepEqual(await pipe(wrong), { ok: false, error: 'bad_request' });
    const answered = pipe({ message: 'exit', more: true });
    open(router);
    assert.deepEqual(await answered, { ok: true });
  });

  test('tells a launch that Hub stops, also if it began to while the desktop was looked at or the window called', async () => {
    const restore = { message: 'restore', desktop: { DISPLAY: ':1' } };
    for (const more of [{}, { headless: true }]) {
      const said = rig({ desktop: { offer: async () => ({ ok: false, error: 'stopping' }) } });
      assert.deepEqual(await singleInstancePipe(Promise.resolve(said.router))({ ...restore, ...more }), { ok: false, error: 'stopping' });
      let stops = false;
      const offer = async () => {
        stops = true;
        return { ok: true, verdict: 'same' } as const;
      };
      const seen = rig({ desktop: { offer }, isStopping: () => stops });
      assert.deepEqual(await singleInstancePipe(Promise.resolve(seen.router))({ ...restore, ...more }), { ok: false, error: 'stopping' });
      assert.deepEqual([...said.did, ...seen.did], []);
    }
    let stops = false;
    const deliver = async (): Promise<'delivered'> => {
      stops = true;
      return 'delivered';
    };
    const called = rig({
      supervisor: { ...nobodyIsUp, status: () => [{ ...window, state: 'running' }], deliver },
      isStopping: () => stops,
    });
    assert.deepEqual(await called.router('restore'), { ok: false, error: 'stopping' });
  });

  test('shows no window for a launch that wants none', async () => {
    const { router, did } = rig();
    const pipe = singleInstancePipe(Promise.resolve(router));
    assert.deepEqual(await pipe({ message: 'restore', headless: true }), { ok: true });
    assert.deepEqual(did, []);
    assert.deepEqual(await pipe({ message: 'restore' }), { ok: true });
    assert.deepEqual(did, ['hub: restore']);
  });
});

test('a pause without an end that replaces one with an end says which end no longer applies', async () => {
  const { router } = rig({ capture: { ...marks, endsAtMs: () => 1_700_000 } });
  assert.deepEqual(await router('pause-capture'), { ok: true, replacedEndMs: 1_700_000 });
  assert.deepEqual(await router('pause-capture', { forMs: 60_000 }), { ok: true }, 'another end says it itself');
  assert.deepEqual(await rig().router('pause-capture'), { ok: true });
});

test('who waits for the text of the clipboard hears what became of that request, and nobody else waits', async () => {
  const results = { text: textResults(), chat: chatResults() };
  const asked: (number | undefined)[] = [];
  const deliver = async (_to: string, message: ComponentMessage): Promise<'delivered'> => {
    if (message.kind === 'act') asked.push(message.requestId);
    return 'delivered';
  };
  const { router } = rig({ results, supervisor: { ...nobodyIsUp, deliver } });
  const pipe = singleInstancePipe(Promise.resolve(router));
  const [first, second] = [1, 2].map(() => pipe({ message: 'extract-clipboard-text', waits: true }));
  assert.deepEqual(await pipe({ message: 'extract-clipboard-text' }), { ok: true });
  const taken = { ok: true, from: 'image', went: 'clipboard', characters: 4, without: 0 } as const;
  results.text.hear({ kind: 'text-taken', result: { ok: false, because: 'plain' } });
  results.text.hear({ kind: 'text-taken', result: { ok: false, because: 'busy' }, requestId: asked[1] ?? 0 });
  results.text.hear({ kind: 'text-taken', result: taken, requestId: asked[0] ?? 0 });
  assert.deepEqual(await Promise.all([first, second]), [
    { ok: true, taken },
    { ok: true, taken: { ok: false, because: 'busy' } },
  ]);
  assert.equal(asked[2], undefined);
});

test('who waits for the text of the clipboard hears when the core ends, and not of one that ended before it had the request', async () => {
  const results = { text: textResults(), chat: chatResults() };
  const delivered: (() => void)[] = [];
  const deliver = async (): Promise<'delivered'> => new Promise((resolve) => delivered.push(() => resolve('delivered')));
  const { router } = rig({ results, supervisor: { ...nobodyIsUp, deliver } });
  const [first, second] = [1, 2].map(() => router('extract-clipboard-text', { waits: true }));
  delivered[0]?.();
  await new Promise(setImmediate);
  results.text.componentEnded();
  const answer = await first;
  assert.ok(answer?.ok === false && answer.error === 'failed');
  assert.match(answer.detail ?? '', /no text was extracted: the process that reads it ended/);
  delivered[1]?.();
  await new Promise(setImmediate);
  results.text.hear({ kind: 'text-taken', result: { ok: false, because: 'plain' }, requestId: 2 });
  assert.deepEqual(await second, { ok: true, taken: { ok: false, because: 'plain' } });
});
