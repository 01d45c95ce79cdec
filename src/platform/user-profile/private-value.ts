/** A value that prints as nothing, so that personal data does not get into a log or a file because the object around it was written. */
const shown = '(private)';

/** Only `reveal` returns the value. It is absent from text, JSON, `console.log`, errors and structured clones. */
export class PrivateValue<Value> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  reveal(): Value {
    return this.#value;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return shown;
  }
}
