/**
 * What Hub offers on a bus: objects at paths, each with interfaces of methods and properties. A call with other types than a method's is refused
 * before the method receives it; no property can be set.
 */

import type { WireMessage } from './bus-connection.ts';
import { textOf, type Variant, variant } from './values.ts';

export interface ServedMethod {
  /** The types of its arguments and of its answer. */
  readonly takes: string;
  readonly answers: string;
  /** `values` have the declared types. Null if they refer to nothing. An exception is a bug. */
  call(values: readonly unknown[]): readonly unknown[] | null;
}

export interface ServedInterface {
  readonly name: string;
  readonly methods: Readonly<Record<string, ServedMethod>>;
  /** Called for each read. */
  properties(): Readonly<Record<string, Variant>>;
  /** The types of what each signal carries. */
  readonly signals: Readonly<Record<string, string>>;
}

export type CallAnswer =
  | { readonly signature: string; readonly body: readonly unknown[] }
  | { readonly error: 'UnknownObject' | 'UnknownInterface' | 'UnknownMethod' | 'UnknownProperty' | 'PropertyReadOnly' | 'InvalidArgs' };

const properties = 'org.freedesktop.DBus.Properties';
const nothing: CallAnswer = { signature: '', body: [] };

export class ServedObjects {
  readonly #objects = new Map<string, Map<string, ServedInterface>>();

  add(path: string, served: ServedInterface): void {
    const object = this.#objects.get(path) ?? new Map<string, ServedInterface>();
    this.#objects.set(path, object.set(served.name, served));
  }

  /** The answer to a method call. */
  answer(call: WireMessage): CallAnswer {
    const path = call.path ?? '';
    if (call.interface === 'org.freedesktop.DBus.Peer' && call.member === 'Ping') return nothing;
    if (call.interface === 'org.freedesktop.DBus.Introspectable' && call.member === 'Introspect') {
      return { signature: 's', body: [this.#introspect(path)] };
    }
    const object = this.#objects.get(path);
    if (object === undefined) return { error: 'UnknownObject' };
    if (call.interface === properties) return answerOfProperties(object, call);
    // A call may omit its interface (D-Bus specification, "Message Types").
    const member = call.member ?? '';
    const served = call.interface ? object.get(call.interface) : [...object.values()].find((one) => Object.hasOwn(one.methods, member));
    if (served === undefined) return { error: 'UnknownInterface' };
    return answerOfMethod(Object.hasOwn(served.methods, member) ? served.methods[member] : undefined, call);
  }

  #introspect(path: string): string {
    const interfaces = [...(this.#objects.get(path)?.values() ?? [])].map(describe);
    const folder = path === '/' ? '/' : `${path}/`;
    const below = [...this.#objects.keys()].filter((other) => other.startsWith(folder) && other !== path);
    const children = new Set(below.map((other) => other.slice(folder.length).split('/')[0]));
    return `<node>${interfaces.join('')}${[...children].map((child) => `<node name="${child}"/>`).join('')}</node>`;
  }
}

function answerOfMethod(method: ServedMethod | undefined, call: WireMessage): CallAnswer {
  if (method === undefined) return { error: 'UnknownMethod' };
  if ((call.signature ?? '') !== method.takes) return { error: 'InvalidArgs' };
  const body = method.call(call.body ?? []);
  return body === null ? { error: 'InvalidArgs' } : { signature: method.answers, body };
}

function answerOfProperties(object: ReadonlyMap<string, ServedInterface>, call: WireMessage): CallAnswer {
  const known = object.get(textOf(call.body?.[0]))?.properties();
  if (known === undefined) return { error: 'UnknownInterface' };
  if (call.member === 'GetAll' && call.signature === 's') return { signature: 'a{sv}', body: [Object.entries(known)] };
  const name = textOf(call.body?.[1]);
  const value = Object.hasOwn(known, name) ? known[name] : undefined;
  if (value === undefined) return { error: 'UnknownProperty' };
  if (call.member === 'Get' && call.signature === 'ss') return { signature: 'v', body: [variant(...value)] };
  return { error: call.member === 'Set' ? 'PropertyReadOnly' : 'UnknownMethod' };
}

function describe({ name, methods, signals, properties }: ServedInterface): string {
  const argument = (types: string, direction: string) =>
    completeTypes(types)
      .map((type) => `<arg type="${type}"${direction}/>`)
      .join('');
  const parts = [
    ...Object.entries(methods).map(
      ([member, { takes, answers }]) =>
        `<method name="${member}">${argument(takes, ' direction="in"')}${argument(answers, ' direction="out"')}</method>`,
    ),
    ...Object.entries(signals).map(([member, types]) => `<signal name="${member}">${argument(types, '')}</signal>`),
    ...Object.entries(properties()).map(([member, [type]]) => `<property name="${member}" type="${type}" access="read"/>`),
  ];
  return `<interface name="${name}">${parts.join('')}</interface>`;
}

/** `ia{sv}as` as `i`, `a{sv}`, `as`. */
function completeTypes(signature: string): readonly string[] {
  const types: string[] = [];
  let depth = 0;
  let type = '';
  for (const letter of signature) {
    type += letter;
    if (letter === '(' || letter === '{') depth += 1;
    if (letter === ')' || letter === '}') depth -= 1;
    if (depth > 0 || letter === 'a') continue;
    types.push(type);
    type = '';
  }
  return types;
}
