/**
 * What a process printed about its own death, on its standard error. That may contain anything, including content, so none of it is copied: only
 * words of a closed list are recognized, and reported in their own spelling.
 */
import { constants } from 'node:os';
import { type Vetted, vetted } from '../../../base/log.ts';

/** Enough for V8's report about an exhausted heap, with its stack. */
const keptBytes = 16 * 1024;

const errorClasses = ['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'];

/** The end of a stream, in little memory however much arrives, and in however small pieces. */
export class StreamEnd {
  /** Twice what is kept, so that it is rarely moved; not allocated until something arrives, which is rare too. */
  #bytes: Buffer | null = null;
  #length = 0;

  add(chunk: Buffer): void {
    this.#bytes ??= Buffer.alloc(2 * keptBytes);
    const end = chunk.subarray(-keptBytes);
    if (this.#length + end.length > this.#bytes.length) {
      this.#bytes.copyWithin(0, this.#length - keptBytes, this.#length);
      this.#length = keptBytes;
    }
    this.#length += end.copy(this.#bytes, this.#length);
  }

  get text(): string {
    return this.#bytes?.subarray(0, this.#length).subarray(-keptBytes).toString('latin1') ?? '';
  }
}

/**
 * The known words at the end of a standard error, as `heap-out-of-memory`, or the class and code of the error that ended the program, as
 * `SyntaxError` or `Error.ERR_MODULE_NOT_FOUND`. Null if there are none.
 */
export function fatalOutput(text: string): Vetted | null {
  if (/^FATAL ERROR: .*JavaScript heap out of memory/m.test(text)) return vetted('heap-out-of-memory');
  const heads = [...text.matchAll(/^(?:Uncaught )?([A-Z]\w{0,20})(?: \[([A-Z0-9_]{1,60})\])?(?::|$)/gm)].filter(([, name]) =>
    errorClasses.includes(name ?? ''),
  );
  const [, name, inHead] = heads.at(-1) ?? [];
  if (name === undefined) return null;
  const code = inHead ?? [...text.matchAll(/^ {2}code: '([A-Z0-9_]{1,60})',?\r?$/gm)].at(-1)?.[1];
  return vetted(code !== undefined && isKnownCode(code) ? `${name}.${code}` : name);
}

/** Codes of Node (by their form, which no sentence has) and of the system (by their names). */
function isKnownCode(code: string): boolean {
  return code === 'MODULE_NOT_FOUND' || /^ERR_[A-Z0-9]+(?:_[A-Z0-9]+)+$/.test(code) || Object.hasOwn(constants.errno, code);
}
