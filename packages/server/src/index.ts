// The checkout
export { createCheckout, type Checkout } from './checkout.ts';
export type { CheckoutOptions } from './options/options.ts';
export type { CardOptions } from './options/card-options.ts';
export type { SnippetOptions } from './snippet/snippet.ts';
export type { CheckoutPayments } from './payments/checkout-payments.ts';
export { contentSecurityPolicy, type PolicyOptions } from './pages/content-security-policy.ts';
export type { Snippet } from './snippet/snippet.ts';
export type { Dispatch } from './http/dispatch.ts';
export type { HttpReply } from './http/reply.ts';
export type { HttpRequest } from './http/request.ts';
export type { InstalmentChannel, InstalmentPlan } from './offers/instalments.ts';
export type { BankCategory } from './offers/offers.ts';
export type { RequestLimits } from './start/request-limits.ts';
export type { OptionalFields, RetentionDays } from './options/limit-options.ts';

// Hooks
export type {
  DueHook,
  EndReason,
  Hold,
  HookCall,
  HookChange,
  HookName,
  HookOfPayment,
  HookState,
  HookWork,
  OrderStatus,
  Refusal,
  TransitionHook,
  WorkResult,
} from './fulfilment/hook.ts';
export type { HookStore, TransactionWork } from './fulfilment/hook-store.ts';
export type { GetPrice, OrderPrice } from './payments/order-price.ts';

// Events, health, limits and the operator
export type { Health, HealthFacts, HealthProblem, HealthProblemCode } from './health.ts';
export type {
  CheckoutEvent,
  CheckoutEventBase,
  CheckoutEventName,
  EventListener,
  EventNamed,
} from './events/event.ts';
export type { CardLimitKind, CheckoutEventFacts, RequestLimitKind } from './events/event-facts.ts';
export type {
  HookFacts,
  OperationFacts,
  PaymentFacts,
  TransactionFacts,
  TransitionFacts,
} from './events/facts.ts';
export type { Limits } from './payments/engine.ts';
export type { Operator, OperatorHooks, OperatorReviews, OperatorStarts } from './operator/operator.ts';
export type {
  Inspection,
  OperatorPayments,
  ReconcileOptions,
  Reconciliation,
} from './operator/operator-payments.ts';
export type { ResolveReviewOptions, ResolveStartOptions, SkipHooksOptions } from './operator/decisions.ts';
export type { Audit, AuditOptions } from './operator/audit.ts';
export type { AuditFinding } from './operator/audit-finding.ts';

// Reconciliation
export type { Differences, CompareRecordsOptions } from './reconciliation/compare-records.ts';
export {
  readSettlementCsv,
  type SettlementColumns,
  type SettlementCsvOptions,
} from './reconciliation/settlement-csv.ts';
export { walletRecords } from './reconciliation/wallet-records.ts';
export type {
  Difference,
  ShopPayout,
  ReconciliationSummary,
  ReconciliationTotal,
  SettlementRecord,
  Side,
} from './reconciliation/settlement-record.ts';

// Restored backups
export { fileHistoryMark, type HistoryMark } from './history/history-mark.ts';
export type { AdoptOptions, DismissOptions } from './recovery/adopt.ts';
export type { OperatorUnknownTransactions } from './recovery/operator-unknown-transactions.ts';
export type { ReferenceMarks } from './payments/references.ts';
export type {
  ResolveUnknownPayment,
  OrderOfUnknownPayment,
  UnknownPayment,
} from './recovery/order-of-payment.ts';

// Orders, payments and cards
export type { SavedCardsOfShop } from './cards/cards.ts';
export type { CardLimits } from './cards/card-limits.ts';
export type { Order } from './payments/order.ts';
export type {
  FulfilmentState,
  Payment,
  PaymentBank,
  PaymentCard,
  PaymentChannel,
  PaymentFulfilment,
  PaymentSchedule,
} from './payments/payment.ts';
export type { PaymentState } from './payments/payment-state.ts';
export type { PaymentChange, SettlementChange } from './payments/payment-change.ts';
export type { Note, NoteKind, NoteSource } from './payments/timeline.ts';

// Refunds, captures and payouts
export type {
  Operation,
  OperationChange,
  OperationKind,
  OperationOrigin,
  OperationState,
} from './operations/operation.ts';
export type {
  Discrepancy,
  DiscrepancyCode,
  ListedDiscrepancy,
  OperationDiscrepancyCode,
  PaymentDiscrepancyCode,
  RefundDiscrepancyCode,
  StoredDiscrepancy,
} from './payments/discrepancy.ts';
export type {
  AcceptDiscrepancyOptions,
  DiscrepancyFilter,
  OperatorDiscrepancies,
} from './operations/operator-discrepancies.ts';
export type { CaptureOptions } from './operations/create-capture.ts';
export type { RefundOptions } from './operations/create-refund.ts';
export type { ResolveOperationOptions } from './operations/resolve-operation.ts';
export type { OperationMethods, OperatorCaptures, OperatorRefunds } from './operations/operator-methods.ts';
export type { PayoutBeneficiary, PayoutMethod } from './operations/payouts/beneficiary.ts';
export type { OperatorPayouts } from './operations/payouts/operator-payouts.ts';
export type { PayoutBank, PayoutOptions } from './operations/payouts/payout-options.ts';
export type { PayoutRequestOptions } from './operations/payouts/payout-request.ts';

// Stores
export type { OperationFilter, OperationStore, OperationWrites } from './operations/operation-store.ts';
export type {
  RecoveryStore,
  UnknownTransactionReport,
  UnknownTransaction,
} from './recovery/recovery-store.ts';
export type { CardStore, StoredCard, TriesResult, TryLimit, CountedTry } from './cards/card-store.ts';
export type {
  AuditFacts,
  AuditScope,
  PaymentFilter,
  RejectedCallback,
  Retention,
  Store,
  StoredCallback,
} from './payments/store.ts';
