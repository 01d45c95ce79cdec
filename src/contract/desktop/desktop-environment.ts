/**
 * The variables by which a program finds the desktop of its user. A later launch hands them to the running Hub, which may have outlived the session that it was
 * started in. The list is closed: nothing else of an environment crosses, neither a program to start nor a module to load.
 */
import * as z from 'zod';

/** Printable ASCII: a name that is shown, and looked up in a file of keys. */
const name = z
  .string()
  .max(255)
  .regex(/^[\x21-\x7e]+$/);
const file = z
  .string()
  .max(4_096)
  .regex(/^\/\P{Cc}*$/u);
/** Only sockets of this machine: an address of D-Bus can also name a program to start (`unixexec:`). */
const busAddress = z
  .string()
  .max(4_096)
  .regex(/^(?:unix:[\x21-\x3a\x3c-\x7e]+|disabled:)(?:;unix:[\x21-\x3a\x3c-\x7e]+)*$/);

const variables = {
  DISPLAY: name,
  /** The file of the key for an X display (Xau(3)); some login managers write another one for each session. */
  XAUTHORITY: file,
  WAYLAND_DISPLAY: name,
  DBUS_SESSION_BUS_ADDRESS: busAddress,
  XDG_SESSION_TYPE: name,
  XDG_SESSION_ID: name,
  XDG_SESSION_DESKTOP: name,
  XDG_CURRENT_DESKTOP: name,
  DESKTOP_SESSION: name,
  // By these two, xdg-open(1) tells which programs of KDE are there.
  KDE_FULL_SESSION: name,
  KDE_SESSION_VERSION: name,
  /** Chosen by the session where both kinds of display are there. */
  GDK_BACKEND: name,
} as const;

export const desktopVariables = Object.keys(variables) as readonly (keyof typeof variables)[];

/** With at least one display. A variable that is left out is not set there. */
export const desktopEnvironment = z
  .strictObject(variables)
  .partial()
  .refine(({ DISPLAY, WAYLAND_DISPLAY }) => DISPLAY !== undefined || WAYLAND_DISPLAY !== undefined);
export type DesktopEnvironment = z.infer<typeof desktopEnvironment>;

/** The desktop in this environment, without values that are malformed; null if there is none. */
export function desktopIn(env: Readonly<Record<string, string | undefined>>): DesktopEnvironment | null {
  const wellFormed = desktopVariables.filter((variable) => variables[variable].safeParse(env[variable]).success);
  return desktopEnvironment.safeParse(Object.fromEntries(wellFormed.map((variable) => [variable, env[variable]]))).data ?? null;
}
