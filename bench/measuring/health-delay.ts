/** How long other clients of the core wait: the time to answer `GET /api/health/status` on a connection of its own. */
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** The pause between two requests. */
const everyMs = 2;

/** Requests the health again and again until the returned function is called, which resolves to the slowest answer in ms. */
export function watchHealth(port: number): () => Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let isOver = false;
  let slowestMs = 0;
  const ask = (): Promise<void> =>
    new Promise((resolve, reject) => {
      http
        .get({ host: '127.0.0.1', port, path: '/api/health/status', agent }, (response) => response.resume().once('end', resolve))
        .once('error', reject);
    });
  const asking = (async () => {
    await ask(); // connects
    while (!isOver) {
      const startMs = performance.now();
      await ask();
      slowestMs = Math.max(slowestMs, performance.now() - startMs);
      await pause(everyMs);
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    agent.destroy();
    return slowestMs;
  };
}
