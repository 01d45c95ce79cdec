/** The window server of macOS and its user, with as much of the runtime as pressing keys needs: each function has the arguments of its page in Apple's documentation. */
import type { Id, Koffi, ObjcRuntime } from '../../../src/platform/macos/objective-c.ts';
import { assertFunction, assertMessage } from './apple-signatures.ts';

export interface FakeWindowServer {
  /** The programs that run, by their pids. */
  readonly programs: ReadonlyMap<number, string>;
  front: number | null;
  isAllowed: boolean;
  /** Whether a program that is activated comes to the front. */
  comesToFront: boolean;
  /** Which key types what while Command is held. */
  layout: Readonly<Record<number, string>>;
  /** How often the user was asked. */
  asked: number;
  /** `down 9 100000`: the key and its flags in hexadecimal. */
  readonly events: string[];
  /** Objects of Core Foundation that nobody has released. */
  alive: number;
}

type Call = (...given: never[]) => unknown;
interface KeyEvent {
  readonly code: number;
  readonly isDown: boolean;
  flags: number;
}

/** A function that is not here does not exist: looking it up throws, as koffi does. */
export function fakeWindowServer(server: FakeWindowServer): ObjcRuntime & { readonly koffi: Koffi } {
  const owned = <Value>(value: Value): Value => {
    server.alive += 1;
    return value;
  };
  const functions: Readonly<Record<string, Call>> = {
    GetFrontProcess: () => (server.front === null ? -600 : 0),
    GetProcessPID: (_serial: Buffer, pid: Buffer) => {
      pid.writeInt32LE(server.front ?? 0);
      return 0;
    },
    proc_pidpath: (pid: number, into: Buffer) => into.write(server.programs.get(pid) ?? ''),
    CGEventSourceSecondsSinceLastEventType: () => 0,
    AXIsProcessTrustedWithOptions: (options: ReadonlyMap<string, boolean>) => {
      if (!server.isAllowed && options.get('AXTrustedCheckOptionPrompt') === true) server.asked += 1;
      return server.isAllowed;
    },
    CGEventSourceCreate: () => owned({}),
    CGEventCreateKeyboardEvent: (_source: object, code: number, isDown: boolean): KeyEvent => owned({ code, isDown, flags: 0 }),
    CGEventSetFlags: (event: KeyEvent, flags: number) => {
      event.flags = flags;
    },
    CGEventPost: (_tap: number, { code, isDown, flags }: KeyEvent) =>
      void server.events.push(`${isDown ? 'down' : 'up'} ${code} ${flags.toString(16)}`),
    CFRelease: () => {
      server.alive -= 1;
    },
    TISCopyCurrentASCIICapableKeyboardLayoutInputSource: () => owned({}),
    TISGetInputSourceProperty: () => ({ bytes: () => server.layout }),
    LMGetKbdType: () => 40,
    UCKeyTranslate: translate,
  };
  const lib = {
    func: (name: string, answer: string, given: readonly string[]): Call => {
      const found = functions[name];
      if (found === undefined) throw new Error(`there is no ${name}`);
      assertFunction(name, answer, given);
      return found;
    },
  };
  const programOf = (pid: number): object | null => (server.programs.has(pid) ? { 'activateWithOptions:': () => activate(pid) } : null);
  const activate = (pid: number): boolean => {
    if (server.comesToFront) server.front = pid;
    return true;
  };
  const pool = { init: () => pool, drain: () => undefined };
  const classes: Readonly<Record<string, object>> = {
    NSAutoreleasePool: { alloc: () => pool },
    NSString: { 'stringWithUTF8String:': (text: string) => text },
    NSNumber: { 'numberWithBool:': (flag: boolean) => flag },
    NSDictionary: { 'dictionaryWithObject:forKey:': (value: boolean, key: string) => new Map([[key, value]]) },
    NSRunningApplication: { 'runningApplicationWithProcessIdentifier:': programOf },
  };
  return {
    koffi: { load: () => lib } as unknown as Koffi,
    classNamed: (name) => classes[name] ?? null,
    selector: (name) => name,
    message:
      (answer, types) =>
      (to, selector, ...given) => {
        assertMessage(String(selector), answer, types);
        return sent(to, String(selector), given);
      },
  };
}

function translate(...given: readonly [Readonly<Record<number, string>>, number, ...unknown[]]): number {
  const [layout, code] = given;
  const [length, units] = given.slice(-2) as [Buffer, Buffer];
  const text = layout[code] ?? '';
  length.writeUInt32LE(text.length);
  units.write(text, 'utf16le');
  return 0;
}

function sent(to: Id, selector: string, given: readonly unknown[]): unknown {
  const method = (to as Readonly<Record<string, Call>> | null)?.[selector];
  if (to !== null && method === undefined) throw new Error(`nothing implements ${selector}`);
  return method?.(...(given as never[])) ?? null;
}
