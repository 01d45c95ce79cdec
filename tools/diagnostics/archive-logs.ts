/**
 * `node tools/diagnostics/archive-logs.ts [--output DIR] [--json]`: all logs in one zip file with a date stamp, as `hub archive-logs`.
 * Exit status: 0 its path was printed; 1 nothing was written.
 */
import { runHub } from './run-hub.ts';

process.exitCode = runHub(['archive-logs', ...process.argv.slice(2)]);
