/**
 * COM objects, called through the positions of their methods in the interface's table (which the headers of the Windows SDK fix forever). Everything
 * here runs on the thread that calls it, in a single-threaded apartment; an object must be released, and must not be used after that.
 */
import { createRequire } from 'node:module';

type Koffi = typeof import('koffi');
type Pointer = bigint | number | null;
/** The argument of a method: a number, a text (as UTF-16), bytes in memory, or a pointer. */
export type ComArgument = number | bigint | string | Buffer | null;
/** The types of koffi for them. */
export type ComArgumentType = 'int' | 'uint32' | 'str16' | 'void*';

const inProcess = 1;
/** COINIT_APARTMENTTHREADED and COINIT_DISABLE_OLE1DDE. */
const apartment = 0x2 | 0x4;
/** The thread already has an apartment of another kind, which works as well. */
const changedMode = 0x8001_0106;

/** A COM call failed; `result` is its HRESULT. */
export class ComFailure extends Error {
  readonly result: number;

  constructor(result: number) {
    super(`HRESULT 0x${result.toString(16)}`);
    this.result = result;
  }
}

/** The 16 bytes of `{77f10cf0-3db5-4966-b520-b7c54fd35ed6}`. */
export function guid(text: string): Buffer {
  const hex = text.replaceAll(/[{}-]/g, '');
  const bytes = Buffer.from(hex, 'hex');
  // The first three parts are numbers, in the byte order of the processor.
  bytes.subarray(0, 4).reverse();
  bytes.subarray(4, 6).reverse();
  bytes.subarray(6, 8).reverse();
  return bytes;
}

/** An object seen through one of its interfaces. */
export interface ComObject {
  readonly pointer: Pointer;
  /** Calls the method at that position of the table. Throws a `ComFailure` if it fails. */
  call(place: number, types: readonly ComArgumentType[], ...words: readonly ComArgument[]): void;
  /** The same object through another interface. */
  as(interfaceId: string): ComObject;
  /** A method whose last two parameters are an interface id and the place for the result. */
  ask(place: number, types: readonly ComArgumentType[], words: readonly ComArgument[], interfaceId: string): ComObject;
}

export interface Com {
  create(classId: string, interfaceId: string): ComObject;
}

/** Runs `work` with COM; everything it created is released at the end, in reverse order. Throws what `work` throws. */
export function withCom<Value>(work: (com: Com) => Value): Value {
  const koffi = createRequire(import.meta.url)('koffi') as Koffi;
  const ole32 = koffi.load('ole32.dll');
  const initialize = ole32.func('uint32 __stdcall CoInitializeEx(void* reserved, uint32 apartment)');
  const uninitialize = ole32.func('void __stdcall CoUninitialize()');
  const createInstance = ole32.func(
    'uint32 __stdcall CoCreateInstance(void* classId, void* outer, uint32 context, void* interfaceId, void* made)',
  );
  const initialized: number = initialize(null, apartment);
  if (initialized !== changedMode) check(initialized);
  const made: ComObject[] = [];
  const keep = (pointer: Pointer): ComObject => {
    const object = objectAt(koffi, pointer, keep);
    made.push(object);
    return object;
  };
  try {
    return work({
      create: (classId, interfaceId) => {
        const place = Buffer.alloc(8);
        check(createInstance(guid(classId), null, inProcess, guid(interfaceId), place));
        return keep(place.readBigUInt64LE());
      },
    });
  } finally {
    for (const object of made.reverse()) release(koffi, object);
    if (initialized !== changedMode) uninitialize();
  }
}

const queryInterface = 0;
const releasePlace = 2;

function objectAt(koffi: Koffi, pointer: Pointer, keep: (pointer: Pointer) => ComObject): ComObject {
  const call: ComObject['call'] = (place, types, ...words) => check(callMethod(koffi, pointer, place, types, words));
  const ask: ComObject['ask'] = (place, types, words, interfaceId) => {
    const given = Buffer.alloc(8);
    call(place, [...types, 'void*', 'void*'], ...words, guid(interfaceId), given);
    return keep(given.readBigUInt64LE());
  };
  return { pointer, call, ask, as: (interfaceId) => ask(queryInterface, [], [], interfaceId) };
}

/** An object begins with the pointer to its table, a list of function pointers; each function takes the object first. */
function callMethod(
  koffi: Koffi,
  object: Pointer,
  place: number,
  types: readonly ComArgumentType[],
  words: readonly ComArgument[],
): number {
  const table = koffi.decode(object, 'void*');
  const method = koffi.decode(table, place * koffi.sizeof('void*'), 'void*');
  return koffi.call(method, koffi.proto('__stdcall', null, 'uint32', ['void*', ...types]), object, ...words);
}

function release(koffi: Koffi, { pointer }: ComObject): void {
  callMethod(koffi, pointer, releasePlace, [], []);
}

/** S_OK, S_FALSE and the like are not negative. */
function check(result: number): void {
  if (result >>> 31 === 1) throw new ComFailure(result);
}
