/**
 * A request to the desktop's portal: a call whose answer comes later, as a signal
 * (https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Request.html).
 */
import { randomBytes } from 'node:crypto';
import { tooLate, within } from '../../base/deadline.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { Bus, CallFailure } from './bus.ts';
import { entriesOf, variant } from './values.ts';

export const portal = { destination: 'org.freedesktop.portal.Desktop', path: '/org/freedesktop/portal/desktop' } as const;
export const portalRequest = 'org.freedesktop.portal.Request';

/** The portal makes the path of a request from our name and a token of ours, so that no answer comes before we listen. */
export function newRequest(bus: Bus): { readonly token: string; readonly path: string } {
  const token = `hub${randomBytes(8).toString('hex')}`;
  return { token, path: `${portal.path}/request/${senderOf(bus)}/${token}` };
}

/** Our name, as the portal has it in the paths of our requests and sessions. */
export function senderOf(bus: Bus): string {
  return bus.name.slice(1).replaceAll('.', '_');
}

export interface PortalCall {
  readonly interface: string;
  readonly member: string;
  /** Of `body`; the options follow it. */
  readonly signature: string;
  readonly body: readonly unknown[];
  readonly options?: readonly (readonly [string, unknown])[];
  /** How long the call itself may take, and then the answer. */
  readonly callWithinMs: number;
  readonly answersWithinMs: number;
  /** Called as the answer arrives, before the signals that follow it are heard. */
  readonly onResponse?: () => void;
}

export interface PortalAnswer {
  /** 0: done; 1: the user did not want it; 2: it ended in another way. */
  readonly response: number;
  readonly results: ReadonlyMap<string, unknown>;
}

/** `unreadable`: the answer is none that a portal gives. The rest: see `CallFailure`. Never rejects. */
export async function askPortal(bus: Bus, call: PortalCall): Promise<Outcome<PortalAnswer, CallFailure | 'unreadable'>> {
  const { token, path } = newRequest(bus);
  const answer = Promise.withResolvers<Outcome<PortalAnswer, CallFailure | 'unreadable'>>();
  const match = { path, interface: portalRequest, member: 'Response' };
  const listening = await bus.onSignalBy(portal.destination, match, ([response, results]) => {
    call.onResponse?.();
    const isReadable = typeof response === 'number' && Array.isArray(results);
    answer.resolve(isReadable ? done({ response, results: entriesOf(results) }) : failed('unreadable'));
  });
  if (!listening.ok) return listening;
  const { signature, body, options = [], callWithinMs } = call;
  const called = await bus.call({
    ...portal,
    interface: call.interface,
    member: call.member,
    signature: `${signature}a{sv}`,
    body: [...body, [...options, ['handle_token', variant('s', token)]]],
    timeoutMs: callWithinMs,
  });
  if (!called.ok) return called;
  void bus.closed.then(() => answer.resolve(failed('bus-gone')));
  const answered = await within(call.answersWithinMs, answer.promise);
  return answered === tooLate ? failed('too-late') : answered;
}
