import { breadcrumb, dateAndTime, type Html, html, icons, type Part, ringgit } from '@pgw/example-pages';
import { firstName } from '../details.ts';
import type { Order } from '../orders.ts';
import { returning, type OrderStage, type PaymentSummary } from '../payment-view.ts';
import { orderSummary } from './summary.ts';

interface OrderPage {
  readonly order: Order;
  readonly stage: OrderStage;
  readonly payment: PaymentSummary | undefined;
  /** The checkout, where the order may be paid; else how the last try went is shown. */
  readonly checkout: Html | undefined;
  readonly now: number;
}

/** Whether an order waits for a payment, and is still held for one. */
export function mayBePaid({ order, stage, now }: Pick<OrderPage, 'order' | 'stage' | 'now'>): boolean {
  return (stage === 'not-paid' || stage === 'expired') && now < order.heldUntil;
}

/** An order and its payment. Regions marked `data-live` follow the payment while the page stands. */
export function orderPage({ order, stage, payment, checkout, now }: OrderPage): Html {
  return html`<div class="columns order" data-stage="${stage}">
    ${orderSummary(order)}
    <div>
      ${breadcrumb([['/orders', 'Orders']], order.id)}
      <h1 data-live="heading" tabindex="-1">${heading(order, stage)}</h1>
      <div data-live="payment">${checkout ?? (payment !== undefined && status(payment, stage))}</div>
      <section class="next" data-live="next">
        <h2>What happens next</h2>
        ${next({ order, stage, payment, now })}
      </section>
    </div>
  </div>`;
}

function heading(order: Order, stage: OrderStage): string {
  switch (stage) {
    case 'paid':
    case 'approved':
      return `Thank you, ${firstName(order.details)}`;
    case 'not-paid':
    case 'expired':
      return 'Your order is saved';
    case 'refund':
      return `Refund for ${order.id}`;
    case 'awaiting':
    case 'review':
      return `Order ${order.id}`;
  }
}

/** The widget's result; before scripts run, and without them, the server's own words. */
function status(payment: PaymentSummary, stage: OrderStage): Html {
  return html`<pgw-payment-status payment="${payment.reference}">
    <div class="card fallback">
      <p class="lead">${plainStatus[stage]}</p>
      <p>${ringgit(payment.amount)}${payment.channel !== null && ` · ${paidWith(payment)}`}</p>
      ${stage === 'awaiting' && html`<p><a href="?payment=${payment.reference}">Check my payment</a></p>`}
    </div>
    <button slot="success-actions" type="button" class="button quiet wide" data-print hidden>
      Print receipt
    </button>
  </pgw-payment-status>`;
}

const plainStatus: Readonly<Record<OrderStage, string>> = {
  awaiting: 'We’re confirming your payment.',
  approved: 'Your card is approved.',
  paid: 'Payment successful.',
  'not-paid': 'This payment was not completed.',
  expired: 'The time to pay ran out.',
  refund: 'A refund was started.',
  review: 'We’re checking this payment.',
};

function paidWith({ bank, channel }: PaymentSummary): string {
  return [bank?.name, channel?.name].filter((name) => name != null).join(' · ');
}

function next({ order, stage, payment, now }: Omit<OrderPage, 'checkout'>): Part {
  switch (stage) {
    case 'paid':
      return [
        step('tick', 'Payment received', dateAndTime(order.paidAt ?? now), 'success'),
        step('bag', 'Packing your order', 'Usually within a day'),
        step('truck', 'On its way', 'We’ll email the tracking number'),
      ];
    case 'approved':
      return [
        step('tick', 'Your card is approved', 'We charge it when we ship.', 'success'),
        step('bag', 'Packing your order', 'Usually within a day'),
        step('truck', 'On its way', 'We’ll email the tracking number'),
      ];
    case 'awaiting':
      return [
        step('clock', 'Confirming your payment', 'This page follows it by itself.'),
        step('bag', 'Packing your order', 'As soon as it is paid. We’ll email you when it is.'),
      ];
    case 'refund':
      return refundSteps(order, payment);
    case 'review':
      return step('clock', 'We’re checking your payment', `We’ll write to ${order.details.email}.`);
    case 'not-paid':
    case 'expired':
      return now < order.heldUntil
        ? step('clock', 'We keep your items for you', `Until ${dateAndTime(order.heldUntil)}.`)
        : [
            step(
              'clock',
              'This order can’t be paid any more',
              `We kept its items until ${dateAndTime(order.heldUntil)}.`,
            ),
            html`<a class="button wide" href="/bag">Start again</a>`,
          ];
  }
}

/** What goes back: the sum, since when, and where to. */
function refundSteps(order: Order, payment: PaymentSummary | undefined): Part {
  const to = payment?.channel?.name == null ? 'where it came from' : paidWith(payment);
  const refunds = returning(payment);
  if (refunds.length === 0) {
    const text = `It returns to ${to}, usually within 5 working days.`;
    return step('back', `${ringgit(payment?.amount ?? order.amount)} goes back to you`, text);
  }
  return refunds.map(({ state, amount, createdAt }) =>
    state === 'done'
      ? step('back', `${ringgit(amount)} was returned`, `To ${to}, on ${dateAndTime(createdAt)}.`, 'success')
      : step(
          'back',
          `${ringgit(amount)} goes back to you`,
          `To ${to}, usually within 5 working days from ${dateAndTime(createdAt)}.`,
        ),
  );
}

function step(icon: keyof typeof icons, title: string, text: string, tone = ''): Html {
  return html`<div class="card next-step">
    <span class="badge ${tone}">${icons[icon]}</span>
    <div>
      <h3>${title}</h3>
      <p class="muted">${text}</p>
    </div>
  </div>`;
}
