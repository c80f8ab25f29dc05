import type {
  Fixtures,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
} from '@playwright/test';
import type { CardOutcome, TestCard } from '../catalogue/test-cards.ts';
import { createSandbox } from '../testing/create-sandbox.ts';
import type { PayOutcome } from '../testing/pay-as.ts';
import type { TestSandbox, TestSandboxOptions } from '../testing/test-sandbox.ts';
import { fillCardForm, payOnPage, type BankOptions } from './pay-on-page.ts';

/** What a test gets, in addition to the fixtures of Playwright. */
export interface SandboxFixtures {
  /**
   * Ends the payment on the page of the bank: waits until `page` is there, chooses the outcome, enters the code if the
   * bank of a card requires one, and waits until the browser is back in the shop.
   *
   * @throws PgwError `invalid-request` for an unknown outcome or option.
   */
  readonly payAs: (outcome: PayOutcome, options?: BankOptions) => Promise<void>;
  /**
   * Types the test card with an outcome into the card form of the checkout on `page`. Default brand `visa`.
   *
   * @throws PgwError `invalid-request` for an unknown outcome or brand.
   */
  readonly fillCard: (outcome: CardOutcome, brand?: TestCard['brand']) => Promise<void>;
  /** See `TestSandbox.advance`. The clock of the page is not turned; use `page.clock` for it. */
  readonly advance: TestSandbox['advance'];
  /** See `TestSandbox.dropCallbacks`. */
  readonly dropCallbacks: TestSandbox['dropCallbacks'];
  /** See `TestSandbox.cutAt`. */
  readonly cutAt: TestSandbox['cutAt'];
  /** Resets the sandbox after each test. A test that has failed gets the attachment `sandbox-activities.json`. */
  readonly sandboxReset: void;
}

/** What the tests of a worker share. */
export interface SandboxWorkerFixtures {
  /** The options of the sandbox. Set them with `test.use({ sandboxOptions: { preset: 'document' } })`. */
  readonly sandboxOptions: TestSandboxOptions;
  /** The sandbox of the worker. It is reset after each test. */
  readonly sandbox: TestSandbox;
}

type TestArgs = PlaywrightTestArgs & PlaywrightTestOptions;
type WorkerArgs = PlaywrightWorkerArgs & PlaywrightWorkerOptions;

/** The fixtures. Playwright reads the names of the parameters, so they must be destructured. */
export const sandboxFixtures: Fixtures<SandboxFixtures, SandboxWorkerFixtures, TestArgs, WorkerArgs> = {
  sandboxOptions: [{}, { option: true, scope: 'worker' }],
  sandbox: [
    async ({ sandboxOptions }, provide) => {
      const sandbox = await createSandbox(sandboxOptions);
      await provide(sandbox);
      await sandbox.close();
    },
    { scope: 'worker' },
  ],
  sandboxReset: [
    async ({ sandbox }, provide, testInfo) => {
      await provide();
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('sandbox-activities.json', {
          body: JSON.stringify(sandbox.listActivities(), null, 2),
          contentType: 'application/json',
        });
      await sandbox.reset();
    },
    { auto: true },
  ],
  payAs: async ({ page, sandbox }, provide) => {
    await provide((outcome, options = {}) => payOnPage(page, sandbox.url, { outcome, options }));
  },
  fillCard: async ({ page, sandbox }, provide) => {
    await provide((outcome, brand) => fillCardForm(page, sandbox.card(outcome, brand)));
  },
  advance: async ({ sandbox }, provide) => {
    await provide(sandbox.advance);
  },
  dropCallbacks: async ({ sandbox }, provide) => {
    await provide(sandbox.dropCallbacks);
  },
  cutAt: async ({ sandbox }, provide) => {
    await provide(sandbox.cutAt);
  },
};
