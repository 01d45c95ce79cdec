import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import type { ComponentMessage } from '../../../contract/components.ts';
import { type ActionParts, createActionRouter } from './action-router.ts';
import { chatResults, textResults } from './awaited-results.ts';

test('who waits for what becomes of send-to-chat hears it, also when the window ends before', async () => {
  const results = { text: textResults(), chat: chatResults() };
  const asked: (number | undefined)[] = [];
  const supervisor = {
    status: () => [{ id: 'hub', state: 'running' }],
    deliver: async (_to: string, message: ComponentMessage) => {
      if (message.kind === 'act') asked.push(message.requestId);
      return 'delivered';
    },
  };
  const parts = { log: rememberingLog(() => {}), supervisor, results, isStopping: () => false };
  const router = createActionRouter(parts as unknown as ActionParts);
  assert.deepEqual(await router('send-to-chat'), { ok: true }, 'nobody waits');
  const answers = [1, 2, 3, 4].map(() => router('send-to-chat', { waits: true }));
  await new Promise(setImmediate);
  const [none, refused, opened, copied, lost] = asked;
  assert.deepEqual([none, new Set([refused, opened, copied, lost]).size], [undefined, 4]);
  results.chat.hear({ kind: 'chat-sent', ok: false, detail: 'Not sent: it seems to contain a password', requestId: refused ?? 0 });
  results.chat.hear({ kind: 'chat-sent', ok: true, requestId: opened ?? 0 });
  results.chat.hear({ kind: 'chat-sent', ok: true, detail: 'paste it', requestId: copied ?? 0 });
  results.chat.componentEnded();
  assert.deepEqual((await Promise.all(answers)).slice(0, 3), [
    { ok: false, error: 'failed', detail: 'Not sent: it seems to contain a password' },
    { ok: true },
    { ok: true, detail: 'paste it' },
  ]);
  const last = await answers[3];
  assert.match((last?.ok === false && last.detail) || '', /the window ended/);
});
