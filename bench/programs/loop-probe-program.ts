/**
 * Loaded into a core with `--import`. For each line on standard input, it prints the longest time for which the event loop was blocked since the previous
 * line. A timer is due every millisecond, and is late by as long as the loop was blocked, so that no block can be missed.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.stdin.unref?.();
process.stdin.on('data', () => {
  process.stdout.write(`${JSON.stringify({ longestMs: delay.max / 1e6, p99Ms: delay.percentile(99) / 1e6 })}\n`);
  delay.reset();
});
