// The gateway
export { createSandbox } from './create-sandbox.ts';
export type { Sandbox } from './sandbox.ts';
export { defaultTenant, type CallbackEvent, type SandboxOptions, type Tenant } from './options.ts';
export type { SandboxPreset } from './presets.ts';

// Methods for tests
export type { ActivityControls } from './controls/activity-controls.ts';
export type { ClockControls } from './clock.ts';
export type { DecideOptions } from './controls/payment-controls.ts';
export type { JournalControls } from './controls/journal-controls.ts';
export type { CaptureElsewhereOptions, PaymentControls } from './controls/payment-controls.ts';
export type { PayoutControls } from './controls/payment-controls.ts';
export type { ResetControls } from './controls/reset-controls.ts';
export type { RefundControls, RefundElsewhereOptions } from './controls/payment-controls.ts';
export type { NewWallet, WalletControls, WalletEntryRequest } from './controls/wallet-controls.ts';

// Data for tests and logs
export type { ActivityFilter } from './activity/activity-log.ts';
export type { Activity, ActivityKind, ActivityOf, SignatureCheck } from './activity/activity-row.ts';
export type { Actor } from './activity/actor.ts';
export type {
  Capture,
  Payment,
  Payout,
  QueuedCallback,
  Refund,
  Session,
  WalletEntry,
} from './ledger/tables.ts';
export type { Balance } from './ledger/wallets/journal.ts';
export type { PaymentTotals, PayoutTotals } from './ledger/wallets/journal-totals.ts';
export type { Wallet } from './ledger/wallets/wallets.ts';
export {
  authorizationEnds,
  outcomes,
  type AuthorizationEnd,
  type OutcomeName,
} from './catalogue/outcomes.ts';
export type { InitialScenarios } from './scenarios/active-scenarios.ts';
export type { ScenarioOptions, ScenarioSetting } from './scenarios/scenario-options.ts';
export { scenarios, type RefundFault, type Scenario, type ScenarioName } from './scenarios/scenarios.ts';

// Banks, channels and test cards
export { banks, type Bank } from './catalogue/banks.ts';
export { channels, channelTypeNumbers, type CatalogueChannel } from './catalogue/channels.ts';
export { findRefundPolicy, type RefundPolicy } from './catalogue/refund-policies.ts';
export {
  allTestCards,
  cardOutcomes,
  testCards,
  type CardOutcome,
  type TestCard,
} from './catalogue/test-cards.ts';
export { testAmounts, type TestAmount } from './scenarios/test-amounts.ts';
