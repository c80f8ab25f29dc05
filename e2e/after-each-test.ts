import { afterEach, expect } from 'vitest';
import { closePages } from './browser.ts';
import { takeViolations } from './violations.ts';

// Vitest runs this hook for every file of the end-to-end tests.

afterEach(async () => {
  await closePages();
  expect(takeViolations(), 'violations of a Content Security Policy').toEqual([]);
});
