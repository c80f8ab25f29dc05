import type { z } from 'zod';

/**
 * Adds the nearest name that an object has to the issue of each of its unknown members, such as
 * `Unrecognized key: "ammount"; did you mean amount?`.
 */
export function addNearestNames(schema: z.ZodType, error: z.ZodError): void {
  error.issues.forEach((issue, index) => {
    if (issue.code !== 'unrecognized_keys') return;
    const known = listMembers(schema, issue.path);
    const nearest = issue.keys.flatMap((key) => findNearest(key, known) ?? []);
    if (nearest.length === 0) return;
    error.issues[index] = { ...issue, message: `${issue.message}; did you mean ${nearest.join(', ')}?` };
  });
}

/** What the definitions of the schemas contain that have other schemas inside. */
interface Definition {
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly left?: z.ZodType;
  readonly right?: z.ZodType;
}

/** The names of the members that the objects at a path may have. */
function listMembers(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  // Each kind of schema has some of these members.
  const definition = schema.def as Definition;
  const { shape, innerType, in: input, out, options = [], left, right } = definition;
  const [step, ...rest] = path;
  if (shape !== undefined) {
    if (step === undefined) return Object.keys(shape);
    const member = Object.hasOwn(shape, step) ? shape[String(step)] : undefined;
    return member === undefined ? [] : listMembers(member, rest);
  }
  const item = definition.element ?? definition.valueType;
  if (item !== undefined) return listMembers(item, rest);
  const inner = [innerType, input, out, left, right, ...options];
  return inner.flatMap((one) => (one === undefined ? [] : listMembers(one, path)));
}

/** Returns the nearest name, if it differs in few letters, or only in case. */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  const [first] = known
    .map((candidate) => ({ candidate, distance: countEdits(lower, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const limit = Math.max(1, Math.floor(name.length / 3));
  return first !== undefined && first.distance <= limit ? first.candidate : undefined;
}

/** The number of letters to insert, to remove, to replace, or to swap with the next one (optimal string alignment). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  let rowBefore = row;
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column < row.length; column += 1)
      next.push(
        Math.min(
          (row[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1),
          letter === to[column - 2] && from[index - 1] === to[column - 1]
            ? (rowBefore[column - 2] ?? 0) + 1
            : Infinity,
        ),
      );
    rowBefore = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
