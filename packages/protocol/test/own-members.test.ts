import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { findInheritedMembers, omitInheritedMembers, parseInput } from '../src/own-members.ts';

/** Adds an enumerable member to every object during one test. */
function addMember(name: string, value: unknown): void {
  Reflect.defineProperty(Object.prototype, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  onTestFinished(() => void Reflect.deleteProperty(Object.prototype, name));
}

test('without inherited members, the same input is returned', () => {
  const input = { a: { b: [1] } };
  expect(omitInheritedMembers(input)).toBe(input);
  expect(findInheritedMembers()).toEqual([]);
});

test('with an inherited member, any JSON keeps its own members at every depth and has no other', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      addMember('extra', () => 1);
      const names: string[] = [];
      const copy = omitInheritedMembers(JSON.parse(json));
      const visit = (value: unknown): void => {
        if (typeof value !== 'object' || value === null) return;
        // This loop also visits inherited members.
        if (!Array.isArray(value)) for (const name in value) names.push(name);
        Object.values(value).forEach(visit);
      };
      visit(copy);
      Reflect.deleteProperty(Object.prototype, 'extra');
      expect(JSON.stringify(copy)).toBe(JSON.stringify(JSON.parse(json)));
      expect(names.filter((name) => name === 'extra').length).toBe(json.split('"extra":').length - 1);
    }),
  );
});

test.each(['text', 5, () => 1, { id: 1 }])(
  'a missing member of a parsed object is undefined when all objects have it: %s',
  (value) => {
    const schema = z.object({
      id: z.string().optional(),
      inner: z.array(z.object({ id: z.number().nullish() })),
    });
    addMember('id', value);
    addMember('error', value);
    const { success, data, error } = parseInput(schema, { inner: [{}] });
    expect([success, error, data?.id, data?.inner[0]?.id]).toEqual([true, undefined, undefined, undefined]);
    Reflect.deleteProperty(Object.prototype, 'error');
    expect(parseInput(schema, { id: 7, inner: [] }).success).toBe(false);
  },
);

test.each(['text', 5, () => 1, { issues: 1 }])(
  'an input that breaks a rule is refused when zod reads the member error of all objects as its own: %s',
  (value) => {
    const schema = z.object({ id: z.string() });
    addMember('error', value);
    const { success, error } = parseInput(schema, { id: 7 });
    const isFunction = typeof value === 'function';
    const message = isFunction ? 'expected string' : 'members were added to Object.prototype (error)';
    expect([success, error?.issues[0]?.message]).toEqual([false, expect.stringContaining(message)]);
    expect(parseInput(schema, { id: 'A1' }).success).toBe(true);
  },
);

test('a member of all objects that loops do not visit is not read as the value of a missing member', () => {
  const schema = z.object({ id: z.string().optional(), status: z.number().default(1) });
  for (const name of ['id', 'status']) {
    Reflect.defineProperty(Object.prototype, name, { value: '7', configurable: true, writable: true });
    onTestFinished(() => void Reflect.deleteProperty(Object.prototype, name));
  }
  expect(parseInput(schema, {}).data).toMatchObject({ status: 1 });
  expect(parseInput(schema, {}).data?.id).toBeUndefined();
});

test('class instances and functions are not copied', () => {
  addMember('extra', 1);
  const input = { date: new Date(0), map: new Map(), call: () => 1 };
  const copy = omitInheritedMembers(input) as typeof input;
  expect(copy.date).toBe(input.date);
  expect(copy.map).toBe(input.map);
  expect(copy.call).toBe(input.call);
});
