import type { Payment } from '../packages/server/src/index.ts';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOffice, password, type OpenOffice } from '../packages/office/test/open-office.ts';
import { createLossyConnection } from '../packages/server/test/lossy-connection.ts';
import { openPage } from './browser.ts';
import { tabAndPress, tabTo } from './keyboard.ts';
import { createPageCheck } from './page-check.ts';
import { watchViolations } from './violations.ts';

// Tests each kind of problem in the list "Needs attention". The shop runs in the process of the test, so that
// the test can make a fulfillment fail and can advance the clock.

let office: OpenOffice;
let clerk: Page;
let loseNextResponse: ReturnType<typeof createLossyConnection>['loseNextResponse'];

beforeEach(async () => {
  const connection = createLossyConnection();
  ({ loseNextResponse } = connection);
  office = await openOffice({}, connection);
  // The page is opened without its policy, because the policy blocks axe.
  clerk = await openPage({ viewport: { width: 375, height: 800 }, bypassCSP: true, reducedMotion: 'reduce' });
  await watchViolations(clerk);
});
afterEach(() => office.close());

async function signIn(): Promise<void> {
  await clerk.goto(`${office.url}/office`);
  await clerk.getByLabel('Password').fill(password);
  await clerk.getByRole('button', { name: 'Sign in' }).click();
  await clerk.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
}

/** Creates a payment in review: the gateway reports another amount than the shop stored. */
async function createReview(): Promise<Payment> {
  const payment = await office.startPayment();
  for (const [table, column] of [
    ['pgw_payments', 'order_id'],
    ['orders', 'id'],
  ] as const)
    office.database
      .prepare(`UPDATE ${table} SET amount = amount + 100 WHERE ${column} = ?`)
      .run(payment.orderId);
  office.sandbox.decide(payment.transactionNumber ?? '', 'approve', { callback: 'never' });
  await office.checkout.payments.sync(payment.reference);
  // An amount that differs is queried for five minutes before the review.
  office.clock.aheadMs += 5 * 60_000;
  await office.checkout.payments.sync(payment.reference);
  return payment;
}

/** Creates a paid payment whose amount differs from the amount of its order. */
async function payDifferentAmount(): Promise<Payment> {
  const payment = await office.startPayment();
  office.database.prepare('UPDATE orders SET amount = amount + 100 WHERE id = ?').run(payment.orderId);
  office.sandbox.decide(payment.transactionNumber ?? '', 'approve', { callback: 'never' });
  await office.checkout.payments.sync(payment.reference);
  return payment;
}

/** Starts a payment at the gateway, whose response does not arrive. */
async function loseStartResponse(): Promise<Payment> {
  loseNextResponse('requestPayment');
  return office.startPayment();
}

async function loseChargeResponse(): Promise<Payment> {
  const payment = await office.authorizeCard();
  loseNextResponse('processPayment');
  await office.checkout.operator.captures.create('lost-charge-key', {
    reference: payment.reference,
    amount: 3000,
  });
  return payment;
}

async function loseRefundResponse(): Promise<Payment> {
  const payment = await office.createPaidPayment();
  office.sandbox.scenario('refund-timeout');
  await office.checkout.operator.refunds.create('lost-refund-key', {
    reference: payment.reference,
    reason: 'Broken on the way',
  });
  office.sandbox.clearScenarios();
  return payment;
}

/** Creates a paid payment and deletes it in the shop, as if a backup without the payment was restored. */
async function createUnknownPayment(): Promise<Payment> {
  const payment = await office.startPayment();
  const { reference, transactionNumber } = payment;
  office.sandbox.decide(transactionNumber ?? '', 'approve', { callback: 'never' });
  for (const table of ['pgw_payments', 'pgw_notes'])
    office.database.prepare(`DELETE FROM ${table} WHERE reference_key = ?`).run(reference.toLowerCase());
  const query = `ReferenceCode=${reference}&TransactionNumber=${transactionNumber}`;
  await fetch(`${office.url}/pgw/return?${query}`);
  return payment;
}

/** Measures the space below the content of each cell, in pixels. */
function measureSpacesBelow(cells: readonly Element[]): number[] {
  return cells.map((cell) => {
    const content = document.createRange();
    content.selectNodeContents(cell.lastElementChild ?? cell);
    return cell.getBoundingClientRect().bottom - content.getBoundingClientRect().bottom;
  });
}

function locateRows() {
  return clerk.getByRole('table', { name: 'Needs attention' }).getByRole('row');
}

/** Opens the payment of a row through its link. */
async function openPayment(label: string, nextStep: string, { orderId, reference }: Payment): Promise<void> {
  await clerk.goto(`${office.url}/office/attention`);
  const row = locateRows().filter({ hasText: orderId });
  await row.getByText(label, { exact: true }).waitFor();
  await row.getByText(nextStep).waitFor();
  await row.getByRole('link', { name: 'Open the payment' }).click();
  await clerk.locator(`[id="${reference}"]`).waitFor();
}

async function expectResolved({ orderId }: Payment): Promise<void> {
  await clerk.goto(`${office.url}/office/attention`);
  await clerk.getByRole('heading', { level: 1, name: 'Needs attention' }).waitFor();
  expect(await locateRows().filter({ hasText: orderId }).count(), orderId).toBe(0);
}

async function recordOutcome(kind: 'charge' | 'refund', outcome: string): Promise<void> {
  await clerk.locator('summary', { hasText: `Record the outcome of the ${kind} of` }).click();
  await clerk.getByRole('radio', { name: outcome }).check();
  await clerk.getByLabel('Evidence').fill('Number 4711 in the list of the gateway');
  await clerk.getByLabel('I have checked this at the gateway').check();
  await clerk.getByRole('button', { name: 'Record outcome' }).click();
  await clerk.getByText('The outcome was recorded.').waitFor();
}

describe('the list "Needs attention"', () => {
  it('"Needs attention" shows each kind of problem with its next step, and the linked page resolves the problem', async () => {
    const review = await createReview();
    const different = await payDifferentAmount();
    const failed = await office.createFailedFulfillment();
    const charge = await loseChargeResponse();
    const refund = await loseRefundResponse();
    const unknown = await createUnknownPayment();
    const start = await loseStartResponse();
    // After two minutes, a response to the requests of a charge and a refund is no longer expected.
    office.clock.aheadMs += 121_000;
    await signIn();

    await clerk.goto(`${office.url}/office/attention`);
    const { check, checkNightly } = await createPageCheck(clerk);
    expect(await locateRows().count(), 'with the row of the header').toBe(8);
    const spaces = await locateRows().locator('td:last-child').evaluateAll(measureSpacesBelow);
    for (const space of spaces) expect(space).toBeLessThan(8);
    await check();

    for (const [payment, problem] of [
      [review, 'The gateway reports another amount, currency or reference'],
      [different, 'The payment is below the price of the order,'],
    ] as const) {
      await openPayment('In review', 'Compare them, then close the review.', payment);
      await clerk.getByText(problem).waitFor();
      await checkNightly();
      await clerk.getByLabel('Reason').fill('Compared by hand');
      await clerk.getByRole('button', { name: 'Accept the payment and fulfill the order' }).click();
      await clerk.getByText('The review is closed.').waitFor();
      expect(office.orders.find(payment.orderId)?.state).toBe('paid');
      await expectResolved(payment);
    }

    await openPayment('Not fulfilled', 'Fix the cause, then fulfill again.', failed);
    await clerk.getByRole('button', { name: 'Fulfill again' }).click();
    await clerk.getByText('Fulfillment was started again.').waitFor();
    expect(office.orders.find(failed.orderId)?.state).toBe('paid');
    await expectResolved(failed);

    await openPayment('Charge: response lost', 'then record the outcome.', charge);
    await checkNightly();
    await recordOutcome('charge', 'It succeeded');
    await clerk.getByText(/RM\s30\.00 of RM\s82\.00 charged\./).waitFor();
    await expectResolved(charge);

    await openPayment('Refund: response lost', 'then record the outcome.', refund);
    await recordOutcome('refund', 'It failed');
    await clerk.getByText('Refund…').waitFor();
    await expectResolved(refund);

    // The shop has no transaction number with which it can query this payment.
    await openPayment('Start unclear', 'the gateway’s callback then closes the payment.', start);
    const lostPayment = office.sandbox
      .listPayments()
      .find(({ referenceCode }) => referenceCode === start.reference);
    office.sandbox.decide(lostPayment?.transactionNumber ?? '', 'expire', { callback: 'now' });
    await clerk.getByText('Expired', { exact: true }).first().waitFor();
    await expectResolved(start);

    // The form for an unknown payment is in the list. The order then stays in review until a clerk has
    // compared the payment with the order.
    const row = locateRows().filter({ hasText: unknown.transactionNumber ?? '' });
    await row.getByText('Unknown payment', { exact: true }).waitFor();
    await row.getByText('Add the payment to its order.').waitFor();
    await row.getByRole('button', { name: 'Add to the order' }).click();
    await clerk.getByRole('heading', { level: 1, name: unknown.orderId }).waitFor();
    await clerk.getByLabel('Reason').fill('Compared with the backup');
    await clerk.getByRole('button', { name: 'Accept the payment and fulfill the order' }).click();
    await clerk.getByText('The review is closed.').waitFor();
    expect(office.orders.find(unknown.orderId)?.state).toBe('paid');

    await clerk.goto(`${office.url}/office/attention`);
    await clerk.getByText('Nothing needs attention.').waitFor();
  });

  it('a clerk skips a failed call of the shop’s code with the keyboard, and the call that waits for it is made', async () => {
    const payment = await office.createPaidPayment();
    for (const [id, amount] of [
      ['failed-refund-key', 500],
      ['later-refund-key', 700],
    ] as const) {
      office.failures.refundHook = true;
      const { reference } = payment;
      await office.checkout.operator.refunds.create(id, { reference, reason: 'Torn bag', amount });
      await office.checkout.sweep();
      office.failures.refundHook = false;
    }
    await signIn();
    const { check, checkNightly } = await createPageCheck(clerk);
    await openPayment('Shop’s code failed', 'run it again, or skip it.', payment);
    await clerk.getByText(/Waiting for it: “Refund of RM\s7\.00”\./).waitFor();
    await checkNightly();

    const summary = clerk.locator('summary').filter({ hasText: 'Skip this call' });
    await tabAndPress(clerk, summary);
    const button = clerk.getByRole('button', { name: 'Skip this call' });
    await tabAndPress(clerk, button);
    const errors = clerk.getByRole('alert').filter({ hasText: 'Check 2 fields' });
    await errors.waitFor();
    await expect.poll(() => errors.evaluate((element) => element === document.activeElement)).toBe(true);
    await check();
    await tabAndPress(clerk, errors.getByRole('link', { name: 'Enter why the call must not run.' }));
    await clerk.keyboard.type('Booked by hand');
    await tabTo(clerk, clerk.getByLabel('It was done by hand, or it is not needed'));
    await clerk.keyboard.press('Space');
    await tabAndPress(clerk, button);
    await clerk.getByText('The call was skipped. Your reason is in the timeline.').waitFor();
    expect(office.refundedIds).toEqual(['later-refund-key']);
    await checkNightly();
    await expectResolved(payment);
  });
});
