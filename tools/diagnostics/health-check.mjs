/**
 * `node tools/diagnostics/health-check.mjs [--json]`: checks everything that Hub needs, as `hub doctor` does. It changes nothing.
 * Exit status: 0 nothing is wrong; 1 something is.
 */
import { runHub } from './run-hub.mjs';

process.exitCode = runHub(['doctor', ...process.argv.slice(2)]);
