import type { z } from 'zod';

/** Returns the names of the enumerable members that an app or a library has added to all objects. */
export function findInheritedMembers(): string[] {
  const names: string[] = [];
  for (const name in {}) names.push(name);
  return names;
}

/**
 * Returns an input without enumerable members of `Object.prototype`. zod reads such members as keys of every object, so
 * it would refuse each strict object and copy them to loose ones. Class instances, such as stores, are not copied.
 */
export function omitInheritedMembers<Input>(input: Input): Input {
  // The copy has the same members, so it has the same type.
  return findInheritedMembers().length === 0 ? input : (copyOwnMembers(input) as Input);
}

/**
 * Parses an input by a schema, without enumerable members of `Object.prototype`. The objects of the result have no
 * prototype then, so an optional member that is missing is undefined.
 *
 * @throws TypeError with the names of the inherited members, when zod reads one of them as its own.
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const names = findInheritedMembers();
  if (names.length === 0) return schema.safeParse(input);
  try {
    return omitInheritedMembers(schema.safeParse(omitInheritedMembers(input)));
  } catch (cause) {
    const message = `The input cannot be parsed, because Object.prototype has enumerable members (${names.join(', ')}). Find the library that adds them, or define them with enumerable: false.`;
    throw new TypeError(message, { cause });
  }
}

function copyOwnMembers(input: unknown): unknown {
  if (Array.isArray(input)) return input.map(copyOwnMembers);
  if (!isPlainObject(input)) return input;
  const members = Object.entries(input).map(([name, value]) => [name, copyOwnMembers(value)] as const);
  return Object.assign(Object.create(null), Object.fromEntries(members));
}

function isPlainObject(input: unknown): input is object {
  if (typeof input !== 'object' || input === null) return false;
  const prototype: unknown = Object.getPrototypeOf(input);
  return prototype === Object.prototype || prototype === null;
}

/** Returns an object without any member, for the default of an object with options. */
export function createEmptyInput(): Record<string, never> {
  // `Object.create(null)` has no members. TypeScript types it as any.
  return Object.create(null) as Record<string, never>;
}
