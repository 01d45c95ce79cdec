/**
 * The dialog of the desktop's portal (https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.FileChooser.html). Each dialog has a
 * connection to the bus of its own: when that ends, also because Hub does, the portal closes the dialog.
 */
import { fileURLToPath } from 'node:url';
import { done, failed } from '../../base/outcome.ts';
import { type Bus, openBus } from '../dbus/bus.ts';
import { newRequest, portal, portalRequest } from '../dbus/portal-request.ts';
import { entriesOf, listOf, numberOf, textOf, variant } from '../dbus/values.ts';
import type { ChooserSurroundings, ChosenFolder } from './interface.ts';

type Surroundings = Pick<ChooserSurroundings, 'env' | 'log'>;

const chooser = { ...portal, interface: 'org.freedesktop.portal.FileChooser' } as const;
/** The first version whose dialogs can choose a folder. */
const firstWithFolders = 3;
/** The portal starts its program for dialogs first. */
const opensWithinMs = 15_000;
const closesWithinMs = 500;
/** The answers of a dialog: a choice; closed by the user; and ended in another way, which the GTK backend says of Escape and of a closed window. */
const [chosen, ...closed] = [0, 1, 2];

/** Whether the portal has a dialog for folders. A portal that does not run yet is started by the question. */
export async function hasPortalChooser({ env, log }: Surroundings): Promise<boolean> {
  const opened = await openBus('session', env, log);
  if (!opened.ok) return false;
  const version = await opened.value.property(chooser, 'version');
  opened.value.close();
  return version.ok && numberOf(version.value) >= firstWithFolders;
}

/** `unavailable`: there is no portal, or it opened no dialog. */
export async function chooseByPortal({ env, log }: Surroundings, title: string, signal: AbortSignal): Promise<ChosenFolder> {
  const opened = await openBus('session', env, log);
  if (!opened.ok) return failed('unavailable');
  const bus = opened.value;
  try {
    return await chooseOn(bus, title, signal);
  } finally {
    bus.close();
    await bus.closed;
  }
}

async function chooseOn(bus: Bus, title: string, signal: AbortSignal): Promise<ChosenFolder> {
  const end = Promise.withResolvers<ChosenFolder>();
  const { token, path } = newRequest(bus);
  const listening = await bus.onSignalBy(portal.destination, { path, interface: portalRequest, member: 'Response' }, (body) =>
    end.resolve(answerOf(body)),
  );
  if (!listening.ok) return failed('unavailable');
  bus.onOwnerChanged(portal.destination, () => end.resolve(failed('failed')));
  void bus.closed.then(() => end.resolve(failed('failed')));
  const options = [
    ['handle_token', variant('s', token)],
    ['modal', variant('b', true)],
    ['directory', variant('b', true)],
  ];
  const call = { ...chooser, member: 'OpenFile', signature: 'ssa{sv}', body: ['', title, options], timeoutMs: opensWithinMs };
  const stop = (): void => end.resolve(done(null));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  void bus.call(call).then((asked) => {
    if (!asked.ok) end.resolve(failed(asked.reason === 'refused' ? 'unavailable' : 'failed'));
  });
  const answer = await end.promise;
  signal.removeEventListener('abort', stop);
  if (signal.aborted) await bus.call({ ...portal, path, interface: portalRequest, member: 'Close', timeoutMs: closesWithinMs });
  return answer;
}

function answerOf([response, results]: readonly unknown[]): ChosenFolder {
  if (closed.some((one) => one === response)) return done(null);
  if (response !== chosen) return failed('failed');
  return pathOf(textOf(listOf(entriesOf(results).get('uris'))[0]));
}

/** Of a `file:` address, whose escapes may be any bytes. */
function pathOf(address: string): ChosenFolder {
  try {
    const path = fileURLToPath(address);
    return path.startsWith('/') && !path.includes('\0') ? done(path) : failed('failed');
  } catch (error) {
    return failed(error instanceof URIError ? 'not-utf-8' : 'failed');
  }
}
