/**
 * `node tools/diagnostics/restart-components.mjs [ID…] [--json]`: restarts these components of the running Hub, or all but the supervisor and the window, one after the
 * other, as `hub restart ID`. Exit status: 0 all are ready again; 1 one is not, or none was found; 3 Hub is not running.
 */
import { jsonOfHub, runEach, runHub } from './run-hub.mjs';

const words = process.argv.slice(2);
const options = words.filter((word) => word.startsWith('-'));
const asked = words.filter((word) => !word.startsWith('-'));

if (options.some((word) => word === '--help' || word === '-h')) {
  process.stdout.write(`Usage: node tools/diagnostics/restart-components.mjs [ID…] [--json]

Restarts these components of the running Hub, one after the other. Without an ID, it restarts all of them except the supervisor and the window.
Exit status: 0 all are ready again; 1 one is not, or none was found; 3 Hub is not running.

It runs, for each of them:

`);
  process.exitCode = runHub(['restart', '--help']);
} else {
  const ids = asked.length > 0 ? asked : idsOfRunning();
  // A Hub that does not run, or does not answer, says so. One that answers only now has restarted nothing all the same.
  process.exitCode =
    ids.length === 0 ? runHub(['status', ...options]) || nothingRestarted() : runEach(ids.map((id) => ['restart', id, ...options]));
}

/** @returns {number} */
function nothingRestarted() {
  process.stderr.write('hub: nothing was restarted: Hub did not say in time which components run; try again\n');
  return 1;
}

/** @returns {readonly string[]} */
function idsOfRunning() {
  const status = /** @type {{ readonly components?: readonly { readonly id: string }[] } | null} */ (jsonOfHub(['status', '--json']));
  return (status?.components ?? []).map(({ id }) => id).filter((id) => id !== 'supervisor' && id !== 'hub');
}
