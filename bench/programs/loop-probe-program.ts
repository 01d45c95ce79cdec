/**
 * Loaded into a core by `--import`: for each line on its standard input, prints the longest time that its event loop was blocked since the previous
 * line, and starts again. A timer of a millisecond is always due: a block shows as its lateness, and none can be missed.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.stdin.unref?.();
process.stdin.on('data', () => {
  process.stdout.write(`${JSON.stringify({ longestMs: delay.max / 1e6, p99Ms: delay.percentile(99) / 1e6 })}\n`);
  delay.reset();
});
