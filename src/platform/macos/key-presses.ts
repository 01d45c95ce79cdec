/**
 * Keys that a program presses for the user: CGEvent, with the permission that macOS asks the user for (Accessibility). Written from Apple's documentation:
 * this has never run.
 */
import { type FrontProgram, openFrontProgram } from './front-program.ts';
import { type Id, isNil, type Koffi, type ObjcRuntime, ObjectiveC } from './objective-c.ts';

export interface KeyPresses extends Pick<FrontProgram, 'front'> {
  /** Whether the user allows this program to press keys. `asks`: if not, the system shows its question, or where to allow it. */
  isAllowed(asks: boolean): boolean;
  /** Brings a program with its windows to the front; false if there is none. It is there a moment later. */
  activate(pid: number): boolean;
  /** The key that types this letter or digit while Command is held; null if the present layout has none. Only on the main thread. */
  codeOf(sign: string): number | null;
  /** Presses a key and lets it go, with these modifiers and no other that the user may hold. */
  press(code: number, modifiers: readonly MacosModifier[]): void;
}

export type MacosModifier = keyof typeof flags;

/** CGEventFlags (CGEventTypes.h). */
const flags = { Shift: 0x2_0000, Control: 0x4_0000, Option: 0x8_0000, Command: 0x10_0000 } as const;
/** kCGEventSourceStateCombinedSessionState; kCGSessionEventTap. */
const [session, sessionTap] = [0, 1];
/** NSApplicationActivateAllWindows and NSApplicationActivateIgnoringOtherApps. */
const activateAll = 1 | 2;
/** The values of kAXTrustedCheckOptionPrompt and kTISPropertyUnicodeKeyLayoutData. */
const [asksOption, layoutProperty] = ['AXTrustedCheckOptionPrompt', 'TISPropertyUnicodeKeyLayoutData'];
/** Of UCKeyTranslate: kUCKeyActionDisplay, kUCKeyTranslateNoDeadKeysMask, and cmdKey as a state of modifiers (cmdKey >> 8). */
const [display, withoutDeadKeys, commandHeld] = [3, 1, 1];
/** A key has a number below this. */
const mostKeys = 128;
const mostUnits = 4;

const frameworks = '/System/Library/Frameworks';

/** Throws if a library or a function is missing. */
export function openKeyPresses(runtime: ObjcRuntime & { readonly koffi: Koffi }): KeyPresses {
  const { koffi } = runtime;
  const objc = new ObjectiveC(runtime);
  const services = koffi.load(`${frameworks}/ApplicationServices.framework/ApplicationServices`);
  const carbon = koffi.load(`${frameworks}/Carbon.framework/Carbon`);
  const id = 'void *';
  const call = {
    isTrusted: services.func('AXIsProcessTrustedWithOptions', 'bool', [id]),
    newSource: services.func('CGEventSourceCreate', id, ['int32']),
    newKeyEvent: services.func('CGEventCreateKeyboardEvent', id, [id, 'uint16', 'bool']),
    setFlags: services.func('CGEventSetFlags', 'void', [id, 'uint64']),
    post: services.func('CGEventPost', 'void', ['uint32', id]),
    release: services.func('CFRelease', 'void', [id]),
    layout: carbon.func('TISCopyCurrentASCIICapableKeyboardLayoutInputSource', id, []),
    property: carbon.func('TISGetInputSourceProperty', id, [id, id]),
    keyboardKind: carbon.func('LMGetKbdType', 'uint8', []),
    translate: carbon.func('UCKeyTranslate', 'int32', [id, 'uint16', 'uint16', 'uint32', 'uint32', 'uint32', id, 'ulong', id, id]),
  };

  const signOf = (layout: Id, code: number, kind: number): string => {
    const [dead, length, units] = [Buffer.alloc(4), Buffer.alloc(8), Buffer.alloc(2 * mostUnits)];
    const failed = call.translate(layout, code, display, commandHeld, kind, withoutDeadKeys, dead, mostUnits, length, units);
    return failed === 0 ? units.toString('utf16le', 0, 2 * Math.min(mostUnits, length.readUInt32LE())) : '';
  };

  const pressOne = (source: Id, code: number, isDown: boolean, held: number): void => {
    const event: Id = call.newKeyEvent(source, code, isDown);
    if (isNil(event)) return;
    call.setFlags(event, held);
    call.post(sessionTap, event);
    call.release(event);
  };

  return {
    front: openFrontProgram(koffi).front,
    isAllowed: (asks) =>
      objc.pooled(() => {
        const answer = objc.objectOfFlag(objc.classNamed('NSNumber'), 'numberWithBool:', asks);
        // A dictionary of Foundation is one of Core Foundation ("toll-free bridging").
        const options = objc.object(objc.classNamed('NSDictionary'), 'dictionaryWithObject:forKey:', answer, objc.string(asksOption));
        return call.isTrusted(options) === true;
      }),
    activate: (pid) =>
      objc.pooled(() => {
        const program = objc.objectOfPid(objc.classNamed('NSRunningApplication'), 'runningApplicationWithProcessIdentifier:', pid);
        return !isNil(program) && objc.flagOfNumber(program, 'activateWithOptions:', activateAll);
      }),
    codeOf: (sign) =>
      objc.pooled(() => {
        const source: Id = call.layout();
        if (isNil(source)) return null;
        const data: Id = call.property(source, objc.string(layoutProperty));
        const kind = Number(call.keyboardKind());
        const layout = isNil(data) ? null : objc.object(data, 'bytes');
        const codes = isNil(layout) ? [] : Array.from({ length: mostKeys }, (_, code) => code);
        const found = codes.find((code) => signOf(layout, code, kind).toLowerCase() === sign.toLowerCase());
        call.release(source);
        return found ?? null;
      }),
    press: (code, modifiers) => {
      const held = modifiers.reduce((all, modifier) => all | flags[modifier], 0);
      const source: Id = call.newSource(session);
      pressOne(source, code, true, held);
      pressOne(source, code, false, held);
      if (!isNil(source)) call.release(source);
    },
  };
}
