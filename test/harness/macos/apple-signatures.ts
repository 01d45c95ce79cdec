/**
 * What Apple's documentation declares of the messages and functions by which Hub reads and writes the clipboard, knows the active program, pastes and knows the idle
 * time; those of the Dock's menu are not among them, because no test runs them. The answer, then the arguments after the object and the selector.
 * NSInteger is int64, NSUInteger uint64, BOOL and Boolean bool, pid_t and OSStatus int32, OSErr int16. None answers a structure, which on x64 another function
 * than objc_msgSend would have to send.
 */
import assert from 'node:assert/strict';

const object = 'void *';

/** NSObject, NSString, NSData, NSArray, NSURL, NSPasteboard, NSNumber, NSDictionary, NSRunningApplication, NSAutoreleasePool. */
const messages: Readonly<Record<string, readonly string[]>> = {
  alloc: [object],
  init: [object],
  drain: ['void'],
  'respondsToSelector:': ['bool', object],
  'isKindOfClass:': ['bool', object],
  'stringWithUTF8String:': [object, 'str'],
  UTF8String: ['str'],
  length: ['uint64'],
  'dataWithBytes:length:': [object, object, 'uint64'],
  'getBytes:length:': ['void', object, 'uint64'],
  bytes: [object],
  array: [object],
  'addObject:': ['void', object],
  count: ['uint64'],
  'objectAtIndex:': [object, 'uint64'],
  'URLWithString:': [object, object],
  filePathURL: [object],
  absoluteString: [object],
  generalPasteboard: [object],
  changeCount: ['int64'],
  accessBehavior: ['int64'],
  types: [object],
  pasteboardItems: [object],
  'dataForType:': [object, object],
  'propertyListForType:': [object, object],
  'declareTypes:owner:': ['int64', object, object],
  'setData:forType:': ['bool', object, object],
  'setPropertyList:forType:': ['bool', object, object],
  'numberWithBool:': [object, 'bool'],
  'dictionaryWithObject:forKey:': [object, object, object],
  'runningApplicationWithProcessIdentifier:': [object, 'int32'],
  'activateWithOptions:': ['bool', 'uint64'],
};

/** Processes.h, libproc.h, CGEvent.h, CGEventSource.h, AXUIElement.h, CFBase.h, TextInputSources.h, UnicodeUtilities.h. */
const functions: Readonly<Record<string, readonly string[]>> = {
  GetFrontProcess: ['int16', object],
  GetProcessPID: ['int32', object, object],
  proc_pidpath: ['int32', 'int32', object, 'uint32'],
  CGEventSourceSecondsSinceLastEventType: ['double', 'int32', 'uint32'],
  AXIsProcessTrustedWithOptions: ['bool', object],
  CGEventSourceCreate: [object, 'int32'],
  CGEventCreateKeyboardEvent: [object, object, 'uint16', 'bool'],
  CGEventSetFlags: ['void', object, 'uint64'],
  CGEventPost: ['void', 'uint32', object],
  CFRelease: ['void', object],
  TISCopyCurrentASCIICapableKeyboardLayoutInputSource: [object],
  TISGetInputSourceProperty: [object, object, object],
  LMGetKbdType: ['uint8'],
  UCKeyTranslate: ['int32', object, 'uint16', 'uint16', 'uint32', 'uint32', 'uint32', object, 'ulong', object, object],
};

/** Throws if the message is sent by a function of another signature: on macOS that reads registers in which nothing was put. */
export function assertMessage(selector: string, answer: string, given: readonly string[]): void {
  assert.deepEqual([answer, ...given], messages[selector], `the signature of ${selector}`);
}

/** Throws if the function is called by another signature. */
export function assertFunction(name: string, answer: string, given: readonly string[]): void {
  assert.deepEqual([answer, ...given], functions[name], `the signature of ${name}`);
}
