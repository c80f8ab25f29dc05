import { afterEach, expect } from 'vitest';
import { closeContexts } from './browser.ts';
import { takeViolations } from './violations.ts';

// Runs for every file of end-to-end tests.

afterEach(async () => {
  await closeContexts();
  expect(takeViolations(), 'violations of a policy').toEqual([]);
});
