import {
  breadcrumb,
  formatDateTime,
  type Html,
  html,
  icons,
  notice,
  type TemplateValue,
  formatSen,
} from '@pgw/example-pages';
import { firstName } from '../details.ts';
import type { Language, Texts } from '../languages/index.ts';
import type { Order } from '../orders.ts';
import { activeRefunds, type OrderStage, type PaymentSummary } from '../payment-view.ts';
import { orderSummary } from './summary.ts';

interface OrderPage {
  readonly order: Order;
  readonly stage: OrderStage;
  readonly payment: PaymentSummary | undefined;
  /** Payments in addition to the one that paid the order. */
  readonly extraPayments: readonly PaymentSummary[];
  /** The checkout, where the order may be paid. Otherwise the page shows the result of the last payment. */
  readonly checkout: Html | undefined;
  readonly now: number;
}

/** Whether an order waits for a payment, and its items are still kept. */
export function canBePaid({ order, stage, now }: Pick<OrderPage, 'order' | 'stage' | 'now'>): boolean {
  return (stage === 'not-paid' || stage === 'expired') && now < order.reservedUntil;
}

/** An order and its payment. shop.js updates the regions marked `data-live` while the page is open. */
export function orderPage(language: Language, page: OrderPage): Html {
  const { order, stage, payment, extraPayments, checkout } = page;
  const { texts } = language;
  return html`<div class="columns order" data-stage="${stage}">
    ${orderSummary(texts, order)}
    <div>
      ${breadcrumb([['/orders', texts.orders.breadcrumb]], order.id, texts.frame.breadcrumb)}
      <h1 data-live="heading" tabindex="-1">${heading(texts.order, order, stage)}</h1>
      <div data-live="extra">${extraPayments.map((extra) => paidTwice(texts.order, extra))}</div>
      <div data-live="payment">
        ${checkout ?? (payment !== undefined && status(texts.order, payment, stage))}
      </div>
      <section class="next" data-live="next">
        <h2>${texts.order.next}</h2>
        ${next(language, page)}
      </section>
    </div>
  </div>`;
}

function heading(texts: Texts['order'], order: Order, stage: OrderStage): string {
  switch (stage) {
    case 'paid':
    case 'approved':
      return texts.thanks(firstName(order.details));
    case 'not-paid':
    case 'expired':
      return texts.saved;
    case 'refund':
      return texts.refundFor(order.id);
    case 'awaiting':
    case 'review':
      return texts.title(order.id);
  }
}

/** The result by the element. Before its script has run, and without scripts, the text of the server. */
function status(texts: Texts['order'], payment: PaymentSummary, stage: OrderStage): Html {
  return html`<pgw-payment-status payment="${payment.reference}">
    <div class="card fallback">
      <p class="lead">${texts.status[stage]}</p>
      <p>
        ${formatSen(payment.amount + payment.fee)}${payment.channel !== null && ` · ${bankAndChannel(payment)}`}
      </p>
      ${stage === 'awaiting' && html`<p><a href="?payment=${payment.reference}">${texts.check}</a></p>`}
    </div>
    <button slot="success-actions" type="button" class="button quiet wide" data-print hidden>
      ${texts.print}
    </button>
  </pgw-payment-status>`;
}

function bankAndChannel({ bank, channel }: PaymentSummary): string {
  return [bank?.name, channel?.name].filter((name) => name != null).join(' · ');
}

/** A payment that was made in addition, and what happens to its money. */
function paidTwice(texts: Texts['order'], payment: PaymentSummary): Html {
  const to = payment.channel?.name ?? texts.willReturnTo.unknown;
  const refunds = activeRefunds(payment).map(({ state, amount }) =>
    state === 'done' ? texts.returned(formatSen(amount), to) : texts.willReturn(formatSen(amount), to),
  );
  return notice(
    'warning',
    html`<p><strong>${texts.paidTwice('Rimba Coffee')}</strong></p>
      <p>${texts.secondPayment(formatSen(payment.amount + payment.fee), to, payment.reference)}</p>
      ${refunds.map((text) => html`<p>${text}</p>`)}`,
  );
}

function next(
  { tag, texts: { order: texts } }: Language,
  { order, stage, payment, now }: OrderPage,
): TemplateValue {
  const time = (at: number): string => formatDateTime(at, tag);
  switch (stage) {
    case 'paid':
      return [
        step({
          icon: 'tick',
          title: texts.paymentReceived,
          text: time(order.paidAt ?? now),
          tone: 'success',
        }),
        step({ icon: 'bag', title: texts.packing, text: texts.packingTime }),
        step({ icon: 'truck', title: texts.onItsWay, text: texts.tracking }),
      ];
    case 'approved':
      return [
        step({ icon: 'tick', title: texts.approved, text: texts.approvedText, tone: 'success' }),
        step({ icon: 'bag', title: texts.packing, text: texts.packingTime }),
        step({ icon: 'truck', title: texts.onItsWay, text: texts.tracking }),
      ];
    case 'awaiting':
      return [
        step({ icon: 'clock', title: texts.confirming, text: texts.confirmingText }),
        step({ icon: 'bag', title: texts.packing, text: texts.packingLater }),
      ];
    case 'refund':
      return refundSteps(texts, { order, payment, time });
    case 'review':
      return step({ icon: 'clock', title: texts.checking, text: texts.checkingText(order.details.email) });
    case 'not-paid':
    case 'expired':
      return now < order.reservedUntil
        ? step({
            icon: 'clock',
            title: texts.itemsKept,
            text: texts.itemsKeptUntil(time(order.reservedUntil)),
          })
        : [
            step({
              icon: 'clock',
              title: texts.paymentPeriodEnded,
              text: texts.itemsWereKeptUntil(time(order.reservedUntil)),
            }),
            html`<a class="button wide" href="/bag">${texts.startAgain}</a>`,
          ];
  }
}

interface RefundView extends Pick<OrderPage, 'order' | 'payment'> {
  readonly time: (at: number) => string;
}

/** What is returned: the sum, where to, and when. */
function refundSteps(texts: Texts['order'], { order, payment, time }: RefundView): TemplateValue {
  const to = payment?.channel?.name == null ? texts.willReturnTo.unknown : bankAndChannel(payment);
  const refunds = activeRefunds(payment);
  if (refunds.length === 0) {
    const title = texts.willReturn(formatSen(payment?.amount ?? order.amount), to);
    return step({ icon: 'back', title, text: texts.returnTime });
  }
  return refunds.map(({ state, amount, createdAt }) =>
    state === 'done'
      ? step({
          icon: 'back',
          title: texts.returned(formatSen(amount), to),
          text: texts.returnedOn(time(createdAt)),
          tone: 'success',
        })
      : step({
          icon: 'back',
          title: texts.willReturn(formatSen(amount), to),
          text: texts.returnTimeFrom(time(createdAt)),
        }),
  );
}

interface Step {
  readonly icon: keyof typeof icons;
  readonly title: string;
  readonly text: string;
  readonly tone?: 'success';
}

function step({ icon, title, text, tone }: Step): Html {
  return html`<div class="card next-step">
    <span class="badge ${tone}">${icons[icon]}</span>
    <div>
      <h3>${title}</h3>
      <p class="muted">${text}</p>
    </div>
  </div>`;
}
