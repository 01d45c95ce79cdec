/**
 * `node tools/diagnostics/component-test.ts [--json]`: whether the components of the running Hub run, answer on their pipes, and are of the installed
 * version, as `hub doctor hub components pipes versions`. Exit status: 0 all do; 1 one does not; 3 Hub is not running.
 */
import { runHub } from './run-hub.ts';

// The status first: a Hub that does not run has nothing to test.
const status = runHub(['status']);
process.exitCode = status === 0 ? runHub(['doctor', 'hub', 'components', 'pipes', 'versions', ...process.argv.slice(2)]) : status;
