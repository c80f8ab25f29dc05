import { expect, it } from 'vitest';
import { loadPlaywright } from '../../src/playwright/test.ts';

// scripts/test/published-bundles.test.ts imports the entry in a shop without Playwright.

function createMissing(name: string): Error {
  return Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
}

it.each([
  ['@playwright/test', '@pgw/sandbox/playwright needs @playwright/test, which is not installed.'],
  ['playwright', "Cannot find module 'playwright'"],
])('when %s is missing, the error is: %s', (name, message) => {
  const load = (): never => {
    throw createMissing(name);
  };
  expect(() => loadPlaywright(load)).toThrow(message);
});

it('loads the installed one', () => {
  expect(loadPlaywright()).toHaveProperty('test.extend');
});
