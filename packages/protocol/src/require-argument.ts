import { z } from 'zod';
import { InvalidRequestError, PgwError, violationsOf, formatViolations, type Violation } from './errors.ts';
import { parseInput } from './own-members.ts';

/**
 * Checks an argument of a public function, which code in JavaScript may call with any value.
 *
 * @throws InvalidRequestError with each broken rule. The message begins with `subject`, the name of the function.
 */
export function requireArgument(schema: z.ZodType, input: unknown, subject: string): void {
  const { success, error } = parseInput(schema, input);
  if (!success) throw new InvalidRequestError(subject, violationsOf(error));
}

const optionsObject = z.custom((value) => typeof value === 'object' && value !== null, 'must be an object');

/**
 * Returns options that are an object.
 *
 * @throws PgwError `invalid-configuration`. The message begins with `subject`, the name of the function.
 */
export function requireOptions<Options>(options: Options, subject: string): Options {
  const { success, error } = parseInput(optionsObject, options);
  if (success) return options;
  const text = formatViolations(violationsOf(error));
  throw new PgwError('invalid-configuration', `${subject}: the options ${text}.`);
}

/** The schemas of the arguments of a method, in their order. An empty name adds no prefix to the path of an error. */
export type ArgumentSchemas = readonly (readonly [name: string, schema: z.ZodType])[];

/** The schemas of each method of an object. */
export type MethodSchemas<Methods> = { readonly [Name in keyof Methods]: ArgumentSchemas };

/**
 * Returns the methods, each of which throws an InvalidRequestError for wrong arguments. Its message begins with the path of the
 * method, such as `payments.get`.
 */
export function checkMethods<Methods extends object>(
  subject: string,
  methods: Methods,
  schemas: MethodSchemas<Methods>,
): Methods {
  const schemasByName = new Map<string, ArgumentSchemas>(Object.entries(schemas));
  const checked = Object.entries(methods).map(([name, method]: [string, (...values: never[]) => unknown]) => {
    const argumentSchemas = schemasByName.get(name) ?? [];
    const call = (...values: unknown[]): unknown =>
      Reflect.apply(method, methods, parseArguments(`${subject}.${name}`, argumentSchemas, values));
    return [name, call];
  });
  // Each method has the type of the method that it calls.
  return Object.fromEntries(checked) as Methods;
}

/** The same for methods that return promises: they reject with the error. */
export function checkAsyncMethods<Methods extends object>(
  subject: string,
  methods: Methods,
  schemas: MethodSchemas<Methods>,
): Methods {
  const checked = Object.entries(checkMethods(subject, methods, schemas)).map(
    ([name, call]: [string, (...values: unknown[]) => unknown]) => [
      name,
      async (...values: unknown[]) => call(...values),
    ],
  );
  return Object.fromEntries(checked) as Methods;
}

/** Parses the arguments of a method. */
export function parseArguments(
  subject: string,
  schemas: ArgumentSchemas,
  values: readonly unknown[],
): unknown[] {
  const violations: Violation[] = [];
  const parsed = schemas.map(([name, schema], index) => {
    const { success, data, error } = parseInput(schema, values[index]);
    if (!success)
      for (const { path, message } of violationsOf(error))
        violations.push({ path: [name, path].filter(Boolean).join('.'), message });
    return data;
  });
  if (violations.length > 0) throw new InvalidRequestError(subject, violations);
  return parsed;
}
