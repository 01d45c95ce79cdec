/** A value that prints as nothing: what identifies a person must not get into a log or a file because somebody wrote down the object around it. */
const shown = '(private)';

/** Only `reveal` gives the value. As text, as JSON, to `console.log`, in an error and as a structured clone it is not there. */
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
