/**
 * The Dock's menu, by AppKit. The Dock asks the application's delegate for it each time that it is opened (`applicationDockMenu:` of
 * NSApplicationDelegate). The delegate belongs to the window package, and gets that method through the runtime (objc/runtime.h, objc/message.h). Its
 * answer and the clicks happen during a step of the toolkit's loop, on this thread.
 *
 * Written from Apple's documentation: this has never run.
 */
import { done, failed } from '../../base/outcome.ts';
import { type Id, isNil, ObjectiveC, openObjcRuntime } from '../macos/objective-c.ts';
import type { Dock } from './macos.ts';

/** What changes classes while they are used. */
interface ChangedClasses {
  readonly objc: ObjectiveC;
  readonly objectClass: (object: Id) => Id;
  readonly newClass: (parent: Id, name: string, extraBytes: number) => Id;
  readonly register: (made: Id) => void;
  /** `code`: koffi's pointer to a callback with that signature. */
  readonly addMethod: (to: Id, selector: Id, code: Id, types: string) => boolean;
  readonly callback: (signature: string, code: (...given: Id[]) => unknown) => Id;
}

function openClasses(): ChangedClasses {
  const runtime = openObjcRuntime('AppKit');
  const { koffi, lib } = runtime;
  const id = 'void *';
  return {
    objc: new ObjectiveC(runtime),
    objectClass: lib.func('object_getClass', id, [id]),
    newClass: lib.func('objc_allocateClassPair', id, [id, 'str', 'size_t']),
    register: lib.func('objc_registerClassPair', 'void', [id]),
    addMethod: lib.func('class_addMethod', 'bool', [id, id, id, 'str']),
    callback: (signature, code) => koffi.register(code, koffi.pointer(koffi.proto(signature))),
  };
}

/** One per process: the classes and methods that it adds stay. Throws if the runtime is missing. */
export function appkitDock(): Dock {
  const classes = openClasses();
  const { objc } = classes;
  let menu: Id = null;
  let heard: (place: number) => void = () => {};
  let target: Id = null;
  return {
    show: (titles, chosen) => {
      const application = objc.object(objc.classNamed('NSApplication'), 'sharedApplication');
      const delegate = objc.object(application, 'delegate');
      if (isNil(delegate)) return failed('refused', 'the application has no delegate');
      heard = chosen;
      target ??= clickTarget(classes, (place) => heard(place));
      const isFirst = menu === null;
      menu = menuOf(objc, titles, target);
      if (!isFirst) return done(null);
      const answer = classes.callback('void *HubDockMenu(void *self, void *selector, void *application)', () => menu);
      if (!classes.addMethod(classes.objectClass(delegate), objc.selector('applicationDockMenu:'), answer, '@@:@'))
        return failed('refused', 'the delegate has a menu of its own');
      // The runtime checks which methods a delegate implements when it is set.
      objc.tell(application, 'setDelegate:', delegate);
      return done(null);
    },
  };
}

/** An object whose method `hubTask:` gets the tag of its sender. */
function clickTarget(classes: ChangedClasses, clicked: (place: number) => void): Id {
  const { objc } = classes;
  const made = classes.newClass(objc.classNamed('NSObject'), 'HubDockTarget', 0);
  const click = classes.callback('void HubDockClick(void *self, void *selector, void *sender)', (_self, _selector, sender) =>
    clicked(objc.integer(sender, 'tag')),
  );
  classes.addMethod(made, objc.selector('hubTask:'), click, 'v@:@');
  classes.register(made);
  return objc.object(made, 'new');
}

/** Retained by this process for good: there is one of it, or one for each change of the tasks. */
function menuOf(objc: ObjectiveC, titles: readonly string[], target: Id): Id {
  const menu = objc.object(objc.classNamed('NSMenu'), 'new');
  for (const [place, title] of titles.entries()) {
    const blank = objc.object(objc.classNamed('NSMenuItem'), 'alloc');
    const words = [objc.string(title), objc.selector('hubTask:'), objc.string('')];
    const item = objc.object(blank, 'initWithTitle:action:keyEquivalent:', ...words);
    objc.tell(item, 'setTarget:', target);
    objc.setNumber(item, 'setTag:', place);
    objc.tell(menu, 'addItem:', item);
  }
  return menu;
}
