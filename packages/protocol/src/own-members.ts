import { z } from 'zod';
import { addNearestNames } from './nearest-name.ts';

/** Lists the enumerable members that an app or a library has added to all objects. */
export function findInheritedMembers(): string[] {
  const names: string[] = [];
  for (const name in {}) names.push(name);
  return names;
}

/** The members of all objects when this module is loaded. An app may add members later. */
const originalMembers: ReadonlySet<PropertyKey> = new Set(Reflect.ownKeys(Object.prototype));

/** True if a member was added to all objects, also one that loops do not visit. */
function hasAddedMembers(): boolean {
  return Reflect.ownKeys(Object.prototype).length !== originalMembers.size;
}

/**
 * Returns an input without members that were added to `Object.prototype`. zod reads such members as keys of every object,
 * so it would refuse each strict object and copy them to loose ones. Class instances, such as stores, are not copied.
 */
export function omitInheritedMembers<Input>(input: Input): Input {
  // The copy has the same members, so it has the same type.
  return hasAddedMembers() ? (copyOwnMembers(input) as Input) : input;
}

/**
 * Parses an input by a schema, without members that were added to `Object.prototype`. The objects of the result have no
 * prototype then, so an optional member that is missing is undefined. An unknown member is refused with the nearest name. An input that breaks a rule is also refused if zod
 * cannot name the rule, because it reads an inherited member as its own.
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  if (!hasAddedMembers()) {
    const result = schema.safeParse(input);
    if (!result.success) addNearestNames(schema, result.error);
    return result;
  }
  try {
    return omitInheritedMembers(schema.safeParse(omitInheritedMembers(input)));
  } catch {
    // zod throws while it describes a broken rule. It does not throw for a valid input.
    const added = Reflect.ownKeys(Object.prototype).filter((name) => !originalMembers.has(name));
    const message = `breaks a rule that cannot be named, because members were added to Object.prototype (${added.map(String).join(', ')}). Find the library that adds them`;
    const issues = [{ code: 'custom' as const, path: [], message, input }];
    // The type of the output is only a type, and the issues do not depend on it.
    const error = new z.ZodError(issues) as z.ZodError<z.output<Schema>>;
    return Object.assign(Object.create(null) as object, { success: false, error } as const);
  }
}

const compiledSchemas = new WeakMap<z.ZodType, z.ZodType>();

/** The same for a schema of many requests. It is compiled when it is first used, and then several times as fast. */
export function parseOften<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const compiled = compiledSchemas.get(schema) ?? z.compile(schema);
  compiledSchemas.set(schema, compiled);
  // It is a clone of the schema, so it has the same type.
  return parseInput(compiled as Schema, input);
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
