/**
 * What macOS tells of the user and the program in front, by functions that ask the window server at once. NSWorkspace answers from notices that only a main
 * run loop receives, and Node has none. Written from Apple's documentation: this has never run.
 */
import type { Koffi } from './objective-c.ts';

export interface FrontProgram {
  /** The program whose window has the keyboard; `executable` is its full path. Null if there is none. */
  front(): { readonly pid: number; readonly executable: string | null; readonly title: null } | null;
  /** For how long nobody has pressed a key or moved the mouse. */
  idleSeconds(): number;
}

/** PROC_PIDPATHINFO_MAXSIZE (libproc.h). */
const longestPath = 4_096;
/** kCGEventSourceStateHIDSystemState and kCGAnyInputEventType (CGEventTypes.h). */
const [hardware, anyInput] = [1, 0xffffffff];

/** Throws if a library or a function is missing. */
export function openFrontProgram(koffi: Koffi): FrontProgram {
  const services = koffi.load('/System/Library/Frameworks/ApplicationServices.framework/ApplicationServices');
  const system = koffi.load('/usr/lib/libSystem.B.dylib');
  const frontProcess = services.func('GetFrontProcess', 'int16', ['void *']);
  const processId = services.func('GetProcessPID', 'int32', ['void *', 'void *']);
  const secondsSince = services.func('CGEventSourceSecondsSinceLastEventType', 'double', ['int32', 'uint32']);
  const pathOf = system.func('proc_pidpath', 'int32', ['int32', 'void *', 'uint32']);
  return {
    idleSeconds: () => Number(secondsSince(hardware, anyInput)),
    front: () => {
      const [serial, number, name] = [Buffer.alloc(8), Buffer.alloc(4), Buffer.alloc(longestPath)];
      if (frontProcess(serial) !== 0 || processId(serial, number) !== 0) return null;
      const pid = number.readInt32LE();
      const length = Number(pathOf(pid, name, longestPath));
      return { pid, executable: length > 0 ? name.toString('utf8', 0, length) : null, title: null };
    },
  };
}
