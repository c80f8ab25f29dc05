import { z } from 'zod';
import { formatViolations, PgwError, violationsOf } from './errors.ts';
import { parseInput } from './own-members.ts';

/** What a test replaces in a client or a checkout. */
export interface TestOverrides {
  /** Returns the time in milliseconds since the Unix epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Returns a random number from 0 up to 1, for the delays before retries. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
}

// A symbol is no option, so it is not documented with the options, and schemas ignore it.
const overridesKey = Symbol.for('@pgw/testing');

const isFunction = (value: unknown): boolean => typeof value === 'function';

const schema = z.strictObject({
  now: z.custom<() => number>(isFunction, 'must be a function () => milliseconds').default(() => Date.now),
  random: z.custom<() => number>(isFunction, 'must be a function () => number').default(() => Math.random),
});

/**
 * Returns a copy of the options with another clock or other random numbers, for a test.
 *
 * @throws PgwError `invalid-configuration`, with each invalid override.
 *
 * @example
 * let now = Date.now();
 * const checkout = createCheckout(withTestOverrides(options, { now: () => now }));
 */
export function withTestOverrides<Options extends object>(
  options: Options,
  overrides: TestOverrides,
): Options {
  const result = parseInput(schema, overrides);
  if (!result.success) {
    const violations = formatViolations(violationsOf(result.error));
    throw new PgwError('invalid-configuration', `withTestOverrides: ${violations}.`);
  }
  return { ...options, [overridesKey]: result.data };
}

/** Reads what `withTestOverrides` has replaced in the options, with the defaults. */
export function readTestOverrides(options: object): Required<z.output<typeof schema>> {
  const overrides: unknown = Reflect.get(options, overridesKey);
  // Only `withTestOverrides` sets the value, after it has parsed it.
  return (overrides as z.output<typeof schema> | undefined) ?? { now: Date.now, random: Math.random };
}
