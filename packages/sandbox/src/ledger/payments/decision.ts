import type { ActiveScenarios } from '../../scenarios/active-scenarios.ts';
import { findTestAmount, type TestAmount } from '../../scenarios/test-amounts.ts';
import type { Payment } from '../tables.ts';
import { paymentStatusNumber } from '../../catalogue/status-numbers.ts';

export interface Decision {
  readonly status: number;
  /** Names of scenarios for this payment, in addition to the active scenarios of the whole sandbox. */
  readonly scenarios?: readonly string[] | undefined;
  /** The delay before the callback in milliseconds. Default 0. */
  readonly callbackDelayMs?: number | undefined;
  /** True when the journal already has the entries, for example after the release of an authorization. */
  readonly hasJournalEntries?: boolean | undefined;
  /** True when a test amount may replace an approval. */
  readonly mayHaveTestAmount?: boolean | undefined;
}

/** Returns true when a payment with this status may be changed. */
export type StatusCheck = (status: number) => boolean;
export const isPending: StatusCheck = (status) => status === paymentStatusNumber.pending;

/** A scenario or a test amount can replace the decision. Undefined when the payment stays pending. */
export function selectDecision(
  payment: Payment,
  decision: Decision,
  active: ActiveScenarios,
): { readonly status: number; readonly scenarios: readonly string[] } | undefined {
  const { success, authorized } = paymentStatusNumber;
  const isApproval = decision.status === success || decision.status === authorized;
  const testAmount =
    isApproval && decision.mayHaveTestAmount === true ? useTestAmount(payment, active) : undefined;
  if (testAmount?.status === null) return undefined;
  const scenarios = [...(decision.scenarios ?? payment.scenarios), ...(testAmount?.scenarios ?? [])];
  const replacement = active.use('status', { channelId: payment.channelId, scenarios })[0]?.status;
  return { status: replacement ?? testAmount?.status ?? decision.status, scenarios };
}

/** Returns the test amount that replaces the approval of a payment. */
function useTestAmount(payment: Payment, active: ActiveScenarios): TestAmount | undefined {
  const testAmount = findTestAmount(payment.amount);
  return testAmount !== undefined && active.use('testAmounts', payment).length > 0 ? testAmount : undefined;
}
