import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { findInheritedMembers, omitInheritedMembers } from '../src/own-members.ts';

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

test('class instances and functions are not copied', () => {
  addMember('extra', 1);
  const input = { date: new Date(0), map: new Map(), call: () => 1 };
  const copy = omitInheritedMembers(input) as typeof input;
  expect(copy.date).toBe(input.date);
  expect(copy.map).toBe(input.map);
  expect(copy.call).toBe(input.call);
});
