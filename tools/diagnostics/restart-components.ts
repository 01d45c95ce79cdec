/**
 * `node tools/diagnostics/restart-components.ts [ID…]`: restarts these components of the running Hub, or all but the supervisor and the window, one after the
 * other, as `hub restart ID`. Exit status: 0 all are ready again; 1 one is not; 3 Hub is not running.
 */
import { componentIds } from '../../src/contract/components.ts';
import { runEach } from './run-hub.ts';

const asked = process.argv.slice(2);
const ids = asked.length > 0 ? asked : componentIds.filter((id) => id !== 'supervisor' && id !== 'hub');
process.exitCode = runEach(ids.map((id) => ['restart', id]));
