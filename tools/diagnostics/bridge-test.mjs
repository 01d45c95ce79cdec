/**
 * `node tools/diagnostics/bridge-test.mjs [--json]`: saves a text through the bridge, reads it back, tries to get past the gates of both servers, and removes
 * everything again, as `hub doctor bridge`. Exit status: 0 all went well; 1 something did not, or a server is not listening and nothing was tested.
 */
import { runHub } from './run-hub.mjs';

process.exitCode = runHub(['doctor', 'bridge', ...process.argv.slice(2)]);
