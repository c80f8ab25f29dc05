// The checkout and its options
export { createCheckout, type Checkout } from './checkout.ts';
export type { AccountData, Accounts, CheckoutOptions, RetentionDays } from './options/options.ts';
export type { CardOptions } from './cards/card-options.ts';
export type { CardLimits, OptionalFields, RequestLimits } from './limits/limits.ts';
export type { Limits, AccountOption } from './engine/payment-context.ts';
export type { ReferenceMarks } from './engine/references.ts';
export type { BankCategory } from './offers/offers.ts';
export type { ChannelDetails } from './offers/channel-details.ts';
export type { InstalmentChannel, InstalmentPlan } from './offers/instalments.ts';
export type { PayoutOptions } from './model/operations/payouts.ts';
export type { GetPrice, OrderPrice } from './model/payments/order-price.ts';
export type { ResolveUnknownPayment } from './model/unknown-payment.ts';
export { fileHistoryMark, type HistoryMark } from './model/ports/history-mark.ts';

// Pages
export type { Snippet, SnippetOptions } from './http/snippet/snippet.ts';
export { contentSecurityPolicy, type PolicyOptions } from './http/pages/page.ts';

// Checks of the shop's own routes
export type { FormProof, Refusal, VisitorChecks } from './http/guards.ts';

// Events and health
export type { CheckoutEvent, CheckoutEventListener, CheckoutEventName, EventNamed } from './events/event.ts';
export type { CallbackTrace, HookTrace, OperationTrace, StartTrace, SyncTrace } from './events/tracing.ts';
export type { Health } from './model/health.ts';

// Orders, payments, refunds and cards
export type { Order } from './model/payments/order.ts';
export type { PaymentLoyalty } from './model/payments/payment.ts';
export type {
  OrderCustomer,
  OrderDetails,
  OrderExtraInfo,
  OrderPlatformCharge,
  OrderSubMerchant,
} from './model/payments/order-details.ts';
export type { AccountContext, EndReason, OrderStatus } from './model/hook.ts';
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
export type { Operation, OperationKind, OperationState } from './model/operations/operation.ts';
export type { CheckoutPayments, MarkedPayment, PaymentListFilter } from './sync/checkout-payments.ts';
export type { TimeInput } from '@pgw/protocol';
export type { SavedCardsOfShop } from './cards/cards.ts';
