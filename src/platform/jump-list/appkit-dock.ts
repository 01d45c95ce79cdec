/**
 * The Dock's menu, by AppKit. The Dock asks the application's delegate for it each time that it is opened (`applicationDockMenu:` of
 * NSApplicationDelegate). The delegate belongs to the window package, and gets that method through the runtime (objc/runtime.h, objc/message.h). Its
 * answer and the clicks happen during a step of the toolkit's loop, on this thread.
 *
 * Written from Apple's documentation: this has never run.
 */
import { createRequire } from 'node:module';
import { done, failed } from '../../base/outcome.ts';
import type { Dock } from './macos.ts';

type Koffi = typeof import('koffi');
/** An object, a class or a selector of the runtime; koffi's pointer. */
type Id = unknown;

interface Runtime {
  readonly koffi: Koffi;
  readonly classOf: (name: string) => Id;
  readonly selector: (name: string) => Id;
  readonly objectClass: (object: Id) => Id;
  readonly newClass: (parent: Id, name: string, extraBytes: number) => Id;
  readonly register: (made: Id) => void;
  readonly addMethod: (to: Id, selector: Id, code: Id, types: string) => boolean;
  /** One function of the runtime, once for each message signature used here. */
  readonly send: (object: Id, selector: Id) => Id;
  readonly sendId: (object: Id, selector: Id, one: Id) => Id;
  readonly sendIds: (object: Id, selector: Id, one: Id, two: Id, three: Id) => Id;
  readonly sendText: (object: Id, selector: Id, text: string) => Id;
  readonly sendNumber: (object: Id, selector: Id, number: number) => void;
  readonly askNumber: (object: Id, selector: Id) => number | bigint;
}

function openRuntime(): Runtime {
  const koffi = createRequire(import.meta.url)('koffi') as Koffi;
  const lib = koffi.load('/usr/lib/libobjc.A.dylib');
  const id = 'void *';
  return {
    koffi,
    classOf: lib.func('objc_getClass', id, ['str']),
    selector: lib.func('sel_registerName', id, ['str']),
    objectClass: lib.func('object_getClass', id, [id]),
    newClass: lib.func('objc_allocateClassPair', id, [id, 'str', 'size_t']),
    register: lib.func('objc_registerClassPair', 'void', [id]),
    addMethod: lib.func('class_addMethod', 'bool', [id, id, id, 'str']),
    send: lib.func('objc_msgSend', id, [id, id]),
    sendId: lib.func('objc_msgSend', id, [id, id, id]),
    sendIds: lib.func('objc_msgSend', id, [id, id, id, id, id]),
    sendText: lib.func('objc_msgSend', id, [id, id, 'str']),
    sendNumber: lib.func('objc_msgSend', 'void', [id, id, 'int64']),
    askNumber: lib.func('objc_msgSend', 'int64', [id, id]),
  };
}

/** One per process: the classes and methods that it adds stay. Throws if the runtime is missing. */
export function appkitDock(): Dock {
  const runtime = openRuntime();
  const { selector, send, sendId } = runtime;
  let menu: Id = null;
  let heard: (place: number) => void = () => {};
  let target: Id = null;
  return {
    show: (titles, chosen) => {
      const application = send(runtime.classOf('NSApplication'), selector('sharedApplication'));
      const delegate = send(application, selector('delegate'));
      if (!delegate) return failed('refused', 'the application has no delegate');
      heard = chosen;
      target ??= clickTarget(runtime, (place) => heard(place));
      const isFirst = menu === null;
      menu = menuOf(runtime, titles, target);
      if (!isFirst) return done(null);
      const prototype = runtime.koffi.proto('void *HubDockMenu(void *self, void *selector, void *application)');
      const answer = runtime.koffi.register(() => menu, runtime.koffi.pointer(prototype));
      if (!runtime.addMethod(runtime.objectClass(delegate), selector('applicationDockMenu:'), answer, '@@:@'))
        return failed('refused', 'the delegate has a menu of its own');
      // The runtime checks which methods a delegate implements when it is set.
      sendId(application, selector('setDelegate:'), delegate);
      return done(null);
    },
  };
}

/** An object whose method `hubTask:` gets the tag of its sender. */
function clickTarget(runtime: Runtime, clicked: (place: number) => void): Id {
  const { koffi, selector, send, askNumber } = runtime;
  const made = runtime.newClass(runtime.classOf('NSObject'), 'HubDockTarget', 0);
  const prototype = koffi.proto('void HubDockClick(void *self, void *selector, void *sender)');
  const click = koffi.register(
    (_self: Id, _selector: Id, sender: Id) => clicked(Number(askNumber(sender, selector('tag')))),
    koffi.pointer(prototype),
  );
  runtime.addMethod(made, selector('hubTask:'), click, 'v@:@');
  runtime.register(made);
  return send(made, selector('new'));
}

/** Retained by this process for good: there is one of it, or one for each change of the tasks. */
function menuOf(runtime: Runtime, titles: readonly string[], target: Id): Id {
  const { classOf, selector, send, sendId, sendIds, sendNumber, sendText } = runtime;
  const text = (words: string): Id => sendText(classOf('NSString'), selector('stringWithUTF8String:'), words);
  const menu = send(classOf('NSMenu'), selector('new'));
  for (const [place, title] of titles.entries()) {
    const blank = send(classOf('NSMenuItem'), selector('alloc'));
    const item = sendIds(blank, selector('initWithTitle:action:keyEquivalent:'), text(title), selector('hubTask:'), text(''));
    sendId(item, selector('setTarget:'), target);
    sendNumber(item, selector('setTag:'), place);
    sendId(menu, selector('addItem:'), item);
  }
  return menu;
}
