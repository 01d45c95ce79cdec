/** What AppKit has and GNUstep lacks: a pasteboard with items, and the user's permission. Objects are those of JavaScript, and messages are methods of them. */
import { ObjectiveC } from '../../../src/platform/macos/objective-c.ts';
import { assertMessage } from './apple-signatures.ts';

export interface FakePasteboard {
  /** The content of each item by its types. */
  readonly items: readonly Readonly<Record<string, string>>[];
  /** NSPasteboardAccessBehavior; undefined on a system that does not ask. */
  readonly access?: number;
  /** 1 by default. */
  readonly changeCount?: number;
  /** Told before each look at the types. */
  readonly looked?: () => void;
  /** Told of each type whose content is requested. */
  readonly asked?: (type: string) => void;
}

type Method = (...given: never[]) => unknown;

/** `written`: the count of changes that writing makes. A message that nobody implements throws, as it would end the process on macOS. */
export function fakeAppkit(now: () => FakePasteboard, written = 0): ObjectiveC {
  const array = (of: readonly unknown[]): object => ({ count: () => of.length, 'objectAtIndex:': (at: number) => of[at] });
  const string = (text: string): object => ({ length: () => text.length, UTF8String: () => text });
  const textOf = (object: { UTF8String(): string }): string => object.UTF8String();
  const data = (content: string): object => ({
    length: () => Buffer.byteLength(content),
    'getBytes:length:': (into: Buffer) => void into.write(content),
  });
  const typesOf = (items: FakePasteboard['items']): object => array(items.flatMap((item) => Object.keys(item)).map(string));
  const general = {
    changeCount: () => now().changeCount ?? 1,
    types: () => {
      now().looked?.();
      return typesOf(now().items.slice(0, 1));
    },
    'declareTypes:owner:': () => written,
    'setData:forType:': () => true,
    pasteboardItems: () => array(now().items.map((item) => ({ types: () => typesOf([item]) }))),
    accessBehavior: () => now().access ?? 0,
    'respondsToSelector:': (name: string) => name !== 'accessBehavior' || now().access !== undefined,
    'dataForType:': (type: { UTF8String(): string }) => {
      now().asked?.(textOf(type));
      const content = now().items.find((item) => textOf(type) in item)?.[textOf(type)];
      return content === undefined ? null : data(content);
    },
  };
  const pool = { init: () => pool, drain: () => undefined };
  const classes: Readonly<Record<string, object>> = {
    NSAutoreleasePool: { alloc: () => pool },
    NSPasteboard: { generalPasteboard: () => general },
    NSData: { 'dataWithBytes:length:': () => data('') },
    NSMutableArray: { array: () => ({ 'addObject:': () => undefined }) },
    NSString: { 'stringWithUTF8String:': string },
  };
  return new ObjectiveC({
    classNamed: (name) => classes[name] ?? null,
    selector: (name) => name,
    message:
      (answer, types) =>
      (to, selector, ...given) => {
        assertMessage(String(selector), answer, types);
        const method = (to as Readonly<Record<string, Method>> | null)?.[selector as string];
        if (to !== null && method === undefined) throw new Error(`nothing implements ${String(selector)}`);
        return method?.(...(given as never[])) ?? null;
      },
  });
}
