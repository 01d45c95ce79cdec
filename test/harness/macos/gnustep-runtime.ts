/**
 * GNUstep, a free AppKit and Foundation: real objects of Objective-C on Linux. GNU's runtime looks a method up and leaves the call to the caller, which is the
 * only difference between it and Apple's that Hub's code meets.
 */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Id, ObjcRuntime } from '../../../src/platform/macos/objective-c.ts';

/** RTLD_NOW, RTLD_GLOBAL and RTLD_NODELETE (dlopen(3)). */
const neverUnloaded = 0x2 | 0x100 | 0x1000;

/** Throws where it is not installed (Debian: gnustep-back-common). */
export function gnustepRuntime(): ObjcRuntime {
  const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
  // koffi unloads its libraries with its thread, which GNUstep does not survive and AppKit never allows.
  const stay = koffi.load('libc.so.6').func('dlopen', 'void *', ['str', 'int']);
  const [objc, foundation, appkit] = ['libobjc.so', 'libgnustep-base.so', 'libgnustep-gui.so'].map(fileOf) as [string, string, string];
  for (const file of [objc, foundation, appkit]) stay(file, neverUnloaded);
  const lib = koffi.load(objc);
  const base = koffi.load(foundation);
  // It does not know threads that it has not started itself; Apple's Foundation does.
  base.func('GSRegisterCurrentThread', 'bool', [])();
  const methodOf = lib.func('objc_msg_lookup', 'void *', ['void *', 'void *']);
  return {
    classNamed: lib.func('objc_lookup_class', 'void *', ['str']),
    selector: lib.func('sel_registerName', 'void *', ['str']),
    message: (answer, given) => {
      const signature = koffi.proto(answer, ['void *', 'void *', ...given]);
      return (to: Id, selector: Id, ...values) => koffi.call(methodOf(to, selector), signature, to, selector, ...values);
    },
  };
}

/** The version of a library is part of its name, and another one in each release of Debian. */
function fileOf(name: string): string {
  const known = execFileSync('ldconfig', ['-p'], { encoding: 'utf8' });
  const line = known.split('\n').find((each) => each.trim().startsWith(`${name}.`));
  const file = line?.split(' => ')[1];
  if (file === undefined) throw new Error(`${name} is not installed`);
  return file;
}
