// The test and the assertions of Playwright, with fixtures for a sandbox
export { expect, test } from './test.ts';
export type { SandboxFixtures, SandboxWorkerFixtures } from './fixtures.ts';
export type { BankOptions } from './pay-on-page.ts';

// The sandbox of a worker
export type { TestSandbox, TestSandboxOptions } from '../testing/test-sandbox.ts';
