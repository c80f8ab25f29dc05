const masked = '[redacted]';

/**
 * A value that must not be seen: a card number, a security code, a password, a token. As a text, in JSON, in `util.inspect` and
 * in an error it is `[redacted]`; a copy of it by spread or structured clone is empty. `reveal` is the one way to the value:
 * call it where the value is sent, and nowhere else.
 *
 * It does not clear memory: what was revealed lives until it is collected.
 */
export class Redacted<Value = string> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  reveal(): Value {
    return this.#value;
  }

  toString(): string {
    return masked;
  }

  toJSON(): string {
    return masked;
  }

  [Symbol.toPrimitive](): string {
    return masked;
  }

  /** What `console.log` and `util.inspect` of Node show. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return masked;
  }
}

/** A value or the same, hidden: as callers may give it. */
export type MaybeRedacted<Value = string> = Value | Redacted<Value>;

/** Hides a value, unless it is hidden already. */
export function redacted<Value>(value: MaybeRedacted<Value>): Redacted<Value> {
  return value instanceof Redacted ? value : new Redacted(value);
}

/**
 * A value with every hidden text within it revealed, at any depth of plain objects and lists. A value that hides nothing is
 * given back as it is: most requests hide nothing, and a copy would cost as much as signing one.
 */
export function revealed(value: unknown): unknown {
  return hidesSomething(value) ? unmasked(value) : value;
}

function hidesSomething(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Redacted) return true;
  if (Array.isArray(value)) return value.some(hidesSomething);
  return isPlainObject(value) && Object.values(value).some(hidesSomething);
}

function unmasked(value: unknown): unknown {
  if (value instanceof Redacted) return value.reveal();
  if (Array.isArray(value)) return value.map(unmasked);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, unmasked(member)]));
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
