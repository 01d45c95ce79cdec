/** Where the two buses of a user's session are, according to the environment (D-Bus specification, "Server Addresses"). */

export type BusKind = 'session' | 'system';
export type BusEnvironment = Readonly<Record<string, string | undefined>>;

const systemSocket = '/var/run/dbus/system_bus_socket';

/**
 * The sockets at which that bus may be, best first, in the form that `net.connect` takes (an abstract one begins with a NUL). Only sockets of this
 * machine: other kinds of addresses (TCP, a program to start) are left out.
 */
export function busSockets(kind: BusKind, env: BusEnvironment): readonly string[] {
  const address = kind === 'session' ? env.DBUS_SESSION_BUS_ADDRESS : env.DBUS_SYSTEM_BUS_ADDRESS;
  if (address) return address.split(';').flatMap((one) => socketOf(one, env));
  if (kind === 'system') return [systemSocket];
  return env.XDG_RUNTIME_DIR ? [`${env.XDG_RUNTIME_DIR}/bus`] : [];
}

/**
 * What `DBUS_SESSION_BUS_ADDRESS` has to be so that libraries look where `busSockets` does and start no bus: without it, on X, they run dbus-launch(1), whose
 * daemons outlive every program that uses them. An address that is set stays.
 */
export function addressWithoutLaunch({ DBUS_SESSION_BUS_ADDRESS: set, XDG_RUNTIME_DIR: runtime }: BusEnvironment): string {
  if (set) return set;
  // A transport that no library knows: it fails at once.
  return runtime ? `unix:path=${escaped(`${runtime}/bus`)}` : 'disabled:';
}

/** Each byte but these has to be escaped in an address. */
function escaped(value: string): string {
  return [...Buffer.from(value)]
    .map((byte) => {
      const sign = String.fromCodePoint(byte);
      return /[-\w/.]/.test(sign) ? sign : `%${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
}

function socketOf(address: string, env: BusEnvironment): readonly string[] {
  const [transport, rest] = cut(address, ':');
  if (transport !== 'unix') return [];
  const parameters = new Map(rest.split(',').map((pair) => cut(pair, '=')));
  const path = unescaped(parameters.get('path'));
  if (path) return [path];
  const abstract = unescaped(parameters.get('abstract'));
  if (abstract) return [`\0${abstract}`];
  return parameters.get('runtime') === 'yes' && env.XDG_RUNTIME_DIR ? [`${env.XDG_RUNTIME_DIR}/bus`] : [];
}

function cut(text: string, at: string): [string, string] {
  const index = text.indexOf(at);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}

/** Unescapes a value of an address, in which unusual bytes are written as `%41`. Null if it is malformed. */
function unescaped(value: string | undefined): string | null {
  try {
    return value === undefined ? null : decodeURIComponent(value);
  } catch {
    return null;
  }
}
