/**
 * `node tools/diagnostics/component-test.mjs [--json]`: whether the components of the running Hub run, answer on their pipes, and are of the installed
 * version, as `hub doctor hub components pipes versions`. Exit status: 0 all do; 1 one does not, or its port is taken; 3 Hub is not running.
 */
import { runHub, statusOfHub } from './run-hub.mjs';

const words = process.argv.slice(2);
// The status first: a Hub that does not run has nothing to test. `--help` needs none.
const isTested = words.some((word) => word === '--help' || word === '-h') || statusOfHub(['status']) === 0;
process.exitCode = runHub(isTested ? ['doctor', 'hub', 'components', 'pipes', 'versions', ...words] : ['status', ...words]);
