// The checkout
export { createCheckout, type Checkout } from './checkout.ts';
export type { CheckoutOptions } from './options/options.ts';
export type { CardOptions } from './options/card-options.ts';
export type { SnippetOptions } from './http/snippet/snippet.ts';
export type { CheckoutPayments } from './sync/checkout-payments.ts';
export { contentSecurityPolicy, type PolicyOptions } from './http/pages/content-security-policy.ts';
export type { Snippet } from './http/snippet/snippet.ts';
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
} from './model/hook.ts';
export type { HookStore, TransactionWork } from './model/ports/hook-store.ts';
export type { GetPrice, OrderPrice } from './model/payments/order-price.ts';

// Events, health, limits and the operator
export type { Health, HealthFacts, HealthProblem, HealthProblemCode } from './model/health.ts';
export type {
  CheckoutEvent,
  CheckoutEventBase,
  CheckoutEventName,
  CheckoutEventListener,
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
export type { Limits } from './engine/payment-context.ts';
export type { Operator, OperatorHooks, OperatorReviews, OperatorStarts } from './operator/operator.ts';
export type {
  Inspection,
  OperatorPayments,
  ReconcileOptions,
  Reconciliation,
} from './operator/operator-payments.ts';
export type { ResolveReviewOptions, ResolveStartOptions, SkipHooksOptions } from './operator/decisions.ts';
export type { Audit, AuditOptions } from './operator/audit.ts';
export type { AuditFinding } from './model/audit-finding.ts';

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
export { fileHistoryMark, type HistoryMark } from './model/ports/history-mark.ts';
export type { AdoptOptions, DismissOptions } from './recovery/adopt.ts';
export type { OperatorUnknownTransactions } from './recovery/operator-unknown-transactions.ts';
export type { ReferenceMarks } from './engine/references.ts';
export type {
  ResolveUnknownPayment,
  OrderOfUnknownPayment,
  UnknownPayment,
} from './model/unknown-payment.ts';

// Orders, payments and cards
export type { SavedCardsOfShop } from './cards/cards.ts';
export type { CardLimits } from './cards/card-limits.ts';
export type { Order } from './model/payments/order.ts';
export type {
  FulfillmentState,
  Payment,
  PaymentBank,
  PaymentCard,
  PaymentChannel,
  PaymentFulfillment,
  PaymentSchedule,
} from './model/payments/payment.ts';
export type { PaymentState } from './model/payments/payment-state.ts';
export type { PaymentChange, PaymentUpdateChange } from './model/payments/payment-change.ts';
export type { Note, NoteKind, NoteSource } from './model/payments/timeline.ts';

// Refunds, captures and payouts
export type {
  Operation,
  OperationChange,
  OperationKind,
  OperationOrigin,
  OperationState,
} from './model/operations/operation.ts';
export type {
  Discrepancy,
  DiscrepancyCode,
  ListedDiscrepancy,
  OperationDiscrepancyCode,
  PaymentDiscrepancyCode,
  RefundDiscrepancyCode,
  StoredDiscrepancy,
} from './model/payments/discrepancy.ts';
export type {
  AcceptDiscrepancyOptions,
  DiscrepancyFilter,
  OperatorDiscrepancies,
} from './operations/operator-discrepancies.ts';
export type { CaptureOptions } from './operations/captures/create-capture.ts';
export type { RefundOptions } from './operations/refunds/create-refund.ts';
export type { ResolveOperationOptions } from './operations/resolve-operation.ts';
export type { OperationMethods, OperatorCaptures, OperatorRefunds } from './operations/operator-methods.ts';
export type { PayoutBeneficiary, PayoutMethod } from './model/operations/beneficiary.ts';
export type { OperatorPayouts } from './operations/payouts/operator-payouts.ts';
export type { PayoutBank, PayoutOptions } from './model/operations/payout-options.ts';
export type { PayoutRequestOptions } from './operations/payouts/payout-request.ts';

// Stores
export type { OperationFilter, OperationStore, OperationWrites } from './model/ports/operation-store.ts';
export type {
  RecoveryStore,
  UnknownTransactionReport,
  UnknownTransaction,
} from './model/ports/recovery-store.ts';
export type { CardStore, StoredCard, TriesResult, TryLimit, CountedTry } from './model/ports/card-store.ts';
export type {
  AuditFacts,
  AuditScope,
  PaymentFilter,
  RejectedCallback,
  Retention,
  Store,
  StoredCallback,
} from './model/ports/store.ts';
