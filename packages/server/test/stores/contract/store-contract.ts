import { approvalCases } from './approval-cases.ts';
import { cardCases } from './card-cases.ts';
import { clockCases } from './clock-cases.ts';
import { fulfillmentCases } from './fulfillment-cases.ts';
import { hookCases } from './hook-cases.ts';
import { hookRegistryCases } from './hook-registry-cases.ts';
import { hookOrderCases } from './hook-order-cases.ts';
import { inboxCases } from './inbox-cases.ts';
import { erasureCases } from './erasure-cases.ts';
import { operationCases } from './operation-cases.ts';
import { paymentCases } from './payment-cases.ts';
import { recheckCases } from './recheck-cases.ts';
import { recoveryCases } from './recovery-cases.ts';
import { priceCases } from './price-cases.ts';
import { updateCases } from './update-cases.ts';
import type { StoreCase } from './store-case.ts';

/**
 * The guarantees that every store must have, as test cases for any test runner.
 *
 * @example
 * for (const { title, run } of storeContract) {
 *   test(title, async () => {
 *     const store = myStore();
 *     await store.open();
 *     await run(store);
 *     await store.close();
 *   });
 * }
 */
export const storeContract: readonly StoreCase[] = [
  ...paymentCases,
  ...inboxCases,
  ...updateCases,
  ...fulfillmentCases,
  ...hookCases,
  ...hookOrderCases,
  ...hookRegistryCases,
  ...operationCases,
  ...erasureCases,
  ...priceCases,
  ...approvalCases,
  ...cardCases,
  ...clockCases,
  ...recheckCases,
  ...recoveryCases,
];
