// The resources of `checkout.operator`, and the facts of events
export type { Operator, OperatorHooks, OperatorReviews, OperatorStarts } from './operator.ts';
export type { Inspection, OperatorPayments } from './operator.ts';
export type { ReconcileOptions, Reconciliation } from './reconcile.ts';
export type { ResolveReviewOptions, ResolveStartOptions, SkipHooksOptions } from './decisions.ts';
export type { Audit, AuditOptions } from './audit.ts';
export type { Erased, EraseOptions } from './erase.ts';
export type { StoredAccount } from '../model/ports/account-store.ts';
export type { AuditFinding } from '../model/audit-finding.ts';
export type { HealthFacts, HealthProblem, HealthProblemCode } from '../model/health.ts';
export type { Hold, HookName, HookOfPayment, Refusal } from '../model/hook.ts';
export type { Note, NoteKind, NoteSource } from '../model/payments/timeline.ts';

// Events
export type { CheckoutEventBase } from '../events/event.ts';
export type { CardLimitKind, CheckoutEventFacts, RequestLimitKind } from '../events/event-facts.ts';
export type {
  HookFacts,
  OperationFacts,
  PaymentFacts,
  TransactionFacts,
  TransitionFacts,
} from '../events/facts.ts';

// Refunds, captures and payouts
export type { OperationOrigin } from '../model/operations/operation.ts';
export type { CaptureOptions } from '../operations/kinds/capture.ts';
export type { RefundOptions } from '../operations/kinds/refund.ts';
export type { ResolveOperationOptions } from '../operations/resolve.ts';
export type { OperationMethods, OperatorCaptures, OperatorRefunds } from '../operations/operator-methods.ts';
export type { Approval, ApprovalState, Person } from '../model/approval.ts';
export type {
  ApprovalRequest,
  ApproveOptions,
  OperatorApprovals,
  RejectOptions,
} from '../operations/approvals.ts';
export type { OperatorPayouts, RevealOptions } from '../operations/kinds/payout/operator-payouts.ts';
export type { PayoutRequestOptions } from '../operations/kinds/payout/payout-request.ts';
export type {
  PayoutBank,
  PayoutBeneficiary,
  PayoutMethod,
  StoredBeneficiary,
} from '../model/operations/payouts.ts';

// Differences from the gateway's records
export type {
  Discrepancy,
  DiscrepancyCode,
  ListedDiscrepancy,
  OperationDiscrepancyCode,
  PaymentDiscrepancyCode,
  RefundDiscrepancyCode,
} from '../model/payments/discrepancy.ts';
export type {
  AcceptDiscrepancyOptions,
  DiscrepancyFilter,
  OperatorDiscrepancies,
} from '../operations/operator-discrepancies.ts';

// Unknown transactions, for example after a restored backup
export type { AdoptOptions, DismissOptions } from '../recovery/adopt.ts';
export type { OperatorUnknownTransactions } from '../recovery/adopt.ts';
export type { OrderOfUnknownPayment, UnknownPayment } from '../model/unknown-payment.ts';

// Comparison with settlement files and wallets
export type { Differences, CompareRecordsOptions } from '../reconciliation/compare-records.ts';
export {
  readSettlementCsv,
  type SettlementColumns,
  type SettlementCsvOptions,
} from '../reconciliation/settlement-csv.ts';
export { walletRecords } from '../reconciliation/wallet-records.ts';
export type {
  ExportRecordsOptions,
  Movement,
  MovementLines,
  Movements,
  MovementTotal,
  OperatorRecords,
} from '../reconciliation/export-records.ts';
export type {
  Difference,
  ShopPayout,
  ReconciliationSummary,
  ReconciliationTotal,
  SettlementRecord,
  Side,
} from '../reconciliation/settlement-record.ts';
