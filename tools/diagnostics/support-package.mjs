/**
 * `node tools/diagnostics/support-package.mjs [--preset P] [--output DIR] [--redact WORD] [--json]`: a support bundle with a date stamp, as
 * `hub support-bundle`. Exit status: 0 its path was printed; 1 nothing was written.
 */
import { runHub } from './run-hub.mjs';

process.exitCode = runHub(['support-bundle', ...process.argv.slice(2)]);
