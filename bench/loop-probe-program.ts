/**
 * Loaded into a core by `--import`: prints, whenever a line comes in on its standard input, the longest time for which its event loop was held
 * since the line before, and begins anew. A timer of a millisecond is always due: a hold shows as its lateness, and none can be missed.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.stdin.unref?.();
process.stdin.on('data', () => {
  process.stdout.write(`${JSON.stringify({ longestMs: delay.max / 1e6, p99Ms: delay.percentile(99) / 1e6 })}\n`);
  delay.reset();
});
