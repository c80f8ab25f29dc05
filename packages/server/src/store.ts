// The interface between the checkout and its database. It is experimental: a minor version can change it.
export type {
  AllAccounts,
  DueAccount,
  DueRequest,
  Quota,
  Retention,
  ShopAccount,
} from './model/ports/all-accounts.ts';
export type {
  AccountStore,
  OpeningAccount,
  StoreAccount,
  StoredAccount,
} from './model/ports/account-store.ts';
export type {
  RecoveryStore,
  UnknownTransaction,
  UnknownTransactionReport,
} from './model/ports/recovery-store.ts';
export type { Approval, ApprovalState, StoredApproval } from './model/approval.ts';
export type { CardStore, CountedUse, StoredCard, UsesResult, UseLimit } from './model/ports/card-store.ts';
export type { Store, DurabilityFinding, HookStore, TransactionWork } from './model/ports/store.ts';
export type {
  CallbackReceipt,
  DueCallback,
  RejectedCallback,
  StoredCallback,
} from './model/ports/callbacks.ts';
export type {
  AuditFacts,
  AuditScope,
  Changed,
  Facts,
  Found,
  Inserted,
  Leased,
  LeaseRequest,
  LeaseRequests,
  Listed,
  OperationFilter,
  PaymentFilter,
  RecheckRequest,
  RecheckScope,
  Searched,
} from './model/ports/kinds.ts';
export {
  createPaidHook,
  type CallChange,
  type DueHook,
  type FirstTry,
  type Hold,
  type HookCall,
  type HookChange,
  type HookState,
  type HookWork,
  type NewHook,
  type Refusal,
  type WorkResult,
} from './model/hook.ts';
export type { OperationChange } from './model/operations/operation.ts';
export type { PaymentChange, PaymentUpdateChange } from './model/payments/payment-change.ts';
export type { StoredDiscrepancy } from './model/payments/discrepancy.ts';
export type { Note } from './model/payments/timeline.ts';
export { createInitialPayment } from './model/payments/payment.ts';
export {
  createReservation,
  type Committed,
  type FoundDiscrepancies,
  type Plan,
  type PlannedHooks,
  type PlannedOperations,
  type PlannedPayment,
  type Reservation,
} from './model/plan.ts';
