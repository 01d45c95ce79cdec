/** A queue of saves drains into a real Hub whose web listener is killed again and again: none may be lost, none may be there twice. */
import { setTimeout as pause } from 'node:timers/promises';
import { openHubExtension } from '../../test/harness/desktop/hub-extension.ts';
import { TestHub } from '../../test/harness/hub.ts';
import { until } from '../../test/harness/until.ts';
import type { Report } from '../measuring/report.ts';

const kills = 10;
const betweenKillsMs = 700;
const withinMs = 240_000;

export async function measureDrain(report: Report, parts: AsyncDisposableStack, saves: number): Promise<void> {
  const hub = parts.use(new TestHub());
  await hub.start();
  const extension = parts.use(await openHubExtension());
  const options = await extension.open('options.html');
  await options.evaluate(fill(saves));
  await options.fill('#port', String(hub.webPort));
  await options.press('#port', 'Tab');
  await options.fill('#code', JSON.parse((await hub.command(['pair', '--json'])).stdout).code);
  const startedAtMs = performance.now();
  await options.press('#code', 'Enter');
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(betweenKillsMs);
    const { components } = await hub.until((status) => listenerOf(status.components)?.pid !== null);
    const pid = listenerOf(components)?.pid;
    if (pid != null) process.kill(pid, 'SIGKILL');
    await hub.until((status) => ![pid, null, undefined].includes(listenerOf(status.components)?.pid));
  }
  await until('empty queue', async () => ((await options.evaluate(countQueued)) === 0 ? true : undefined), withinMs);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const numbers = await savedNumbers(hub);
  const distinct = new Set(numbers).size;
  report.table(
    `${saves} queued saves, while the web listener is killed ${kills} times`,
    ['', 'saves', 'lost', 'twice', 's'],
    [['drained', distinct, saves - distinct, numbers.length - distinct, seconds.toFixed(1)]],
  );
  report.never('saves that were lost', saves - distinct);
  report.never('saves that are there twice', numbers.length - distinct);
}

function listenerOf<Component extends { readonly id: string }>(components: readonly Component[]): Component | undefined {
  return components.find(({ id }) => id === 'web_listener');
}

/** The numbers of the saves in the history, which has one entry for one content, with its number of times. */
async function savedNumbers(hub: TestHub): Promise<readonly number[]> {
  const answer = await hub.command(['history', '--limit', '5000', '--json']);
  const { items } = JSON.parse(answer.stdout) as { readonly items: readonly { readonly text?: string; readonly copyCount?: number }[] };
  return items.flatMap(({ text = '', copyCount = 1 }) => {
    const number = /^The lock gate number (\d+) /.exec(text)?.[1];
    return number === undefined ? [] : Array.from({ length: copyCount }, () => Number(number));
  });
}

const countQueued = `new Promise((resolve) => {
  const opening = indexedDB.open('hub');
  opening.onsuccess = () => {
    const count = opening.result.transaction('queue').objectStore('queue').count();
    count.onsuccess = () => { opening.result.close(); resolve(count.result); };
  };
})`;

function fill(count: number): string {
  return `new Promise((resolve) => {
    const opening = indexedDB.open('hub');
    opening.onsuccess = () => {
      const writing = opening.result.transaction(['saves', 'queue'], 'readwrite');
      for (let index = 0; index < ${count}; index += 1) {
        const id = crypto.randomUUID();
        writing.objectStore('saves').put({ id, atMs: Date.now(), what: 'selection', title: 't', host: 'h', state: 'queued', tries: 0, notBeforeMs: 0 }, index + 1);
        writing.objectStore('queue').put({ id, kind: 'selection', atMs: Date.now(), url: 'https://a.example/', title: 'Lock gates', text: 'The lock gate number ' + index + ' was opened when both sides were level.', form: 'markdown' }, index + 1);
      }
      writing.oncomplete = () => { opening.result.close(); resolve(); };
    };
  })`;
}
