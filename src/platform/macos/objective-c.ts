/**
 * Messages to objects of Objective-C: those of AppKit and Foundation. koffi is loaded with the first of them, and never on another system. A message must be
 * sent by a function of exactly its signature ("Enabling 64-bit message sends", Apple), so there is one for each that Hub sends.
 */
import { createRequire } from 'node:module';

export type Koffi = typeof import('koffi');
/** An object, a class or a selector: koffi's pointer, null for nil. */
export type Id = unknown;
/** The C type of an argument or an answer, as koffi calls it. */
type CType = 'void' | 'void *' | 'str' | 'int32' | 'int64' | 'uint64' | 'bool';
type Message = (to: Id, selector: Id, ...given: unknown[]) => unknown;

/** The runtime itself: objc/runtime.h and objc/message.h. */
export interface ObjcRuntime {
  classNamed(name: string): Id;
  selector(name: string): Id;
  /** What sends messages with this answer and these arguments. */
  message(answer: CType, given: readonly CType[]): Message;
}

/** Throws if there is no runtime. `framework`: whose classes are used. */
export function openObjcRuntime(framework: 'AppKit'): ObjcRuntime & { readonly koffi: Koffi; readonly lib: ReturnType<Koffi['load']> } {
  const koffi = createRequire(import.meta.url)('koffi') as Koffi;
  koffi.load(`/System/Library/Frameworks/${framework}.framework/${framework}`);
  const lib = koffi.load('/usr/lib/libobjc.A.dylib');
  return {
    ...{ koffi, lib },
    classNamed: lib.func('objc_getClass', 'void *', ['str']),
    selector: lib.func('sel_registerName', 'void *', ['str']),
    message: (answer, given) => lib.func('objc_msgSend', answer, ['void *', 'void *', ...given]),
  };
}

export class ObjectiveC {
  readonly #runtime: ObjcRuntime;
  readonly #selectors = new Map<string, Id>();
  readonly #messages = new Map<string, Message>();

  constructor(runtime: ObjcRuntime) {
    this.#runtime = runtime;
  }

  classNamed(name: string): Id {
    return this.#runtime.classNamed(name);
  }

  selector(name: string): Id {
    const known = this.#selectors.get(name);
    if (known !== undefined) return known;
    const selector = this.#runtime.selector(name);
    this.#selectors.set(name, selector);
    return selector;
  }

  /** Objects for an object; nil is null. A message to nil answers nil. */
  object(to: Id, selector: string, ...objects: readonly Id[]): Id {
    return this.#send('void *', to, selector, objects.map(pointer));
  }

  /** For a message without an answer. */
  tell(to: Id, selector: string, ...objects: readonly Id[]): void {
    this.#send('void', to, selector, objects.map(pointer));
  }

  /** An NSUInteger. */
  count(to: Id, selector: 'count' | 'length'): number {
    return Number(this.#send('uint64', to, selector, []));
  }

  /** An NSInteger. */
  integer(to: Id, selector: string, ...objects: readonly Id[]): number {
    return Number(this.#send('int64', to, selector, objects.map(pointer)));
  }

  flag(to: Id, selector: string, ...objects: readonly Id[]): boolean {
    return this.#send('bool', to, selector, objects.map(pointer)) === true;
  }

  /** The object at an index, or anything else that is asked for by a number. */
  objectOfNumber(to: Id, selector: string, number: number): Id {
    return this.#send('void *', to, selector, [['uint64', number]]);
  }

  /** … by a pid_t. */
  objectOfPid(to: Id, selector: string, pid: number): Id {
    return this.#send('void *', to, selector, [['int32', pid]]);
  }

  objectOfFlag(to: Id, selector: string, flag: boolean): Id {
    return this.#send('void *', to, selector, [['bool', flag]]);
  }

  flagOfNumber(to: Id, selector: string, number: number): boolean {
    return this.#send('bool', to, selector, [['uint64', number]]) === true;
  }

  setNumber(to: Id, selector: string, number: number): void {
    this.#send('void', to, selector, [['int64', number]]);
  }

  responds(to: Id, selector: string): boolean {
    return this.flag(to, 'respondsToSelector:', this.selector(selector));
  }

  isKindOf(object: Id, className: string): boolean {
    return this.flag(object, 'isKindOfClass:', this.classNamed(className));
  }

  /** An NSString of this text; nil if it has half a pair of surrogates. */
  string(text: string): Id {
    return this.#send('void *', this.classNamed('NSString'), 'stringWithUTF8String:', [['str', text]]);
  }

  /** The text of an NSString; null for nil, and for one that is longer, in UTF-16 units. */
  textOf(string: Id, longest: number): string | null {
    if (isNil(string) || this.count(string, 'length') > longest) return null;
    const text = this.#send('str', string, 'UTF8String', []);
    return typeof text === 'string' ? text : null;
  }

  /** An NSData with a copy of these bytes. */
  data(bytes: Uint8Array): Id {
    const given = [['void *', bytes] as const, ['uint64', bytes.length] as const];
    return this.#send('void *', this.classNamed('NSData'), 'dataWithBytes:length:', given);
  }

  /** A copy of the bytes of an NSData, in memory of its own. */
  bytesOf(data: Id, limitBytes: number): Buffer | 'too-large' {
    const bytes = this.count(data, 'length');
    if (bytes > limitBytes) return 'too-large';
    const into = Buffer.allocUnsafeSlow(bytes);
    if (bytes > 0) {
      const given = [['void *', into] as const, ['uint64', bytes] as const];
      this.#send('void', data, 'getBytes:length:', given);
    }
    return into;
  }

  /** Whatever the work is given by the system is released after it, so nothing of it may leave. */
  pooled<Value>(work: () => Value): Value {
    const pool = this.object(this.object(this.classNamed('NSAutoreleasePool'), 'alloc'), 'init');
    try {
      return work();
    } finally {
      this.#send('void', pool, 'drain', []);
    }
  }

  #send(answer: CType, to: Id, selector: string, given: readonly (readonly [CType, unknown])[]): unknown {
    const types = given.map(([type]) => type);
    const signature = [answer, ...types].join();
    const message = this.#messages.get(signature) ?? this.#runtime.message(answer, types);
    this.#messages.set(signature, message);
    return message(to, this.selector(selector), ...given.map(([, value]) => value));
  }
}

function pointer(object: Id): readonly ['void *', Id] {
  return ['void *', object];
}

export function isNil(object: Id): boolean {
  return object === null || object === undefined || object === 0n || object === 0;
}
