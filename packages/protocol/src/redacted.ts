const redactedText = '[redacted]';

/**
 * A value that must not be logged: a card number, a security code, a password or a token. Strings, JSON,
 * `util.inspect` and errors contain `[redacted]` instead of the value. A copy by spread or structured clone
 * is empty. `reveal` returns the value. Call `reveal` only in code that sends the value.
 *
 * The class does not clear memory. A value stays in memory until it is garbage-collected.
 */
export class Redacted<Value = string> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  /** Returns the value. */
  reveal(): Value {
    return this.#value;
  }

  /** Returns the text that replaces the value, for templates and logs. */
  toString(): string {
    return redactedText;
  }

  /** Returns the text that replaces the value, for `JSON.stringify`. */
  toJSON(): string {
    return redactedText;
  }

  /** Returns the text that replaces the value, for operators such as `+`. */
  [Symbol.toPrimitive](): string {
    return redactedText;
  }

  /** The text for `console.log` and `util.inspect` of Node. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return redactedText;
  }
}

/** A value, or a {@link Redacted} with the value. */
export type MaybeRedacted<Value = string> = Value | Redacted<Value>;

/** Wraps a value in {@link Redacted}, unless it is one. */
export function toRedacted<Value>(value: MaybeRedacted<Value>): Redacted<Value> {
  return value instanceof Redacted ? value : new Redacted(value);
}

/** Replaces every {@link Redacted} by its content. Another value is not copied: a copy takes as long as signing. */
export function revealAll(value: unknown): unknown {
  return containsRedacted(value) ? replaceRedacted(value) : value;
}

function containsRedacted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Redacted) return true;
  if (Array.isArray(value)) return value.some(containsRedacted);
  return isPlainObject(value) && Object.values(value).some(containsRedacted);
}

function replaceRedacted(value: unknown): unknown {
  if (value instanceof Redacted) return value.reveal();
  if (Array.isArray(value)) return value.map(replaceRedacted);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaceRedacted(member)]));
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
