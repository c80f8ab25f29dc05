// The checkout
export { createCheckout, type Checkout } from './checkout.ts';
export type { CardOptions } from './card-options.ts';
export { contentSecurityPolicy, type PolicyOptions } from './content-security-policy.ts';
export type { Snippet, SnippetOptions } from './snippet/snippet.ts';
export type { CheckoutOptions } from './options.ts';
export type { RetentionDays } from './limit-options.ts';
export { captureRawBody } from './routes/raw-body.ts';

// What it tells
export type { Health, HealthFacts, HealthProblem, HealthProblemCode } from './health.ts';
export type { CheckoutEvent, CheckoutEventName, EventListener } from './events.ts';
export type { Limits } from './payments/engine.ts';
export type { Inspection, Operator, Reconciliation } from './payments/operator.ts';
export type { BankCategory } from './payments/offers.ts';
export type { Audit, AuditFinding, AuditOptions } from './payments/audit.ts';
export type { Capture, CaptureState } from './payments/capture.ts';
export { historyMarkFile, type HistoryMark } from './history/history-mark.ts';
export type { Differences, ReconcileWithOptions } from './reconciliation/reconcile-with.ts';
export {
  readSettlementCsv,
  type SettlementColumns,
  type SettlementCsvOptions,
} from './reconciliation/settlement-csv.ts';
export { walletRecords } from './reconciliation/wallet-records.ts';
export type {
  Difference,
  KnownPayout,
  ReconciliationSummary,
  ReconciliationTotal,
  SettlementRecord,
  Side,
} from './reconciliation/settlement-record.ts';
export type { AdoptOptions } from './payments/adopting.ts';
export type { OrderOfPayment, UnknownPayment } from './payments/order-of-payment.ts';
export type { CaptureWish } from './payments/capturing.ts';
export type { SavedCardsOfShop } from './payments/cards.ts';
export type { CardLimits } from './payments/card-limits.ts';
export type { Order } from './payments/order.ts';
export type { Payment, PaymentState } from './payments/payment.ts';
export type { Refund, RefundState } from './payments/refund.ts';
export type { RefundWish } from './payments/refunding.ts';
export type { Note, NoteSource } from './payments/timeline.ts';

// Stores
export type { RecoveryStore, UnknownSighting, UnknownTransaction } from './stores/recovery-store.ts';
export type {
  CaptureChange,
  CardStore,
  StoredCard,
  TriesResult,
  TryCount,
  TryTaken,
} from './stores/card-store.ts';
export type {
  AuditFacts,
  AuditScope,
  PaymentChange,
  PaymentFilter,
  RefundChange,
  RejectedCallback,
  Retention,
  Store,
  StoredCallback,
} from './stores/store.ts';
