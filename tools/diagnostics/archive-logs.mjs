/**
 * `node tools/diagnostics/archive-logs.mjs [--output DIR] [--json]`: all logs in one zip file with a date stamp, as
 * `hub logs --archive`.
 * Exit status: 0 its path was printed; 1 nothing was written.
 */
import { runHub } from './run-hub.mjs';

process.exitCode = runHub(['logs', '--archive', ...process.argv.slice(2)]);
