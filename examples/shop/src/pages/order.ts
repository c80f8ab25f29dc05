import {
  renderBreadcrumb,
  formatDateTime,
  formatMoney,
  type Html,
  html,
  icons,
  renderNotice,
  type TemplateValue,
} from '@pgw/pages';
import { getFirstName } from '../orders/details.ts';
import type { Language, Texts } from '../languages/index.ts';
import type { Order } from '../orders/orders.ts';
import {
  findActiveRefunds,
  isPending,
  type OrderStage,
  type PaymentSummary,
} from '../orders/payment-view.ts';
import { renderOrderSummary } from './summary.ts';

interface OrderPageOptions {
  readonly order: Order;
  readonly stage: OrderStage;
  /** The payment to show. Undefined when there is none. */
  readonly payment: PaymentSummary | undefined;
  /** Payments in addition to the one that paid the order. */
  readonly extraPayments: readonly PaymentSummary[];
  /** The checkout, if the order can be paid. Otherwise the page shows the result of the selected payment. */
  readonly checkout: Html | undefined;
  readonly now: number;
}

/** True when an order is not paid and its items are still reserved. */
export function canBePaid({ order, stage, now }: Pick<OrderPageOptions, 'order' | 'stage' | 'now'>): boolean {
  return (stage === 'not-paid' || stage === 'expired') && now < order.reservedUntil;
}

/**
 * Renders an order and its payment. shop.js updates the regions with the attribute `data-live` while the page
 * is open.
 */
export function renderOrderPage(language: Language, options: OrderPageOptions): Html {
  const { order, stage, payment, extraPayments, checkout } = options;
  const { texts } = language;
  return html`<div class="columns order" data-stage="${stage}">
    ${renderOrderSummary(texts, order)}
    <div>
      ${renderBreadcrumb([['/orders', texts.orders.breadcrumb]], order.id, texts.frame.breadcrumb)}
      <h1 data-live="heading" tabindex="-1">${getHeading(texts.order, order, stage)}</h1>
      <div data-live="extra">${extraPayments.map((extra) => renderExtraPayment(texts.order, extra))}</div>
      <div data-live="payment">
        ${checkout ?? (payment !== undefined && renderPaymentStatus(texts, payment, stage))}
      </div>
      <section class="next" data-live="next">
        <h2>${texts.order.next}</h2>
        ${renderNextSteps(language, options)}
      </section>
    </div>
  </div>`;
}

function getHeading(texts: Texts['order'], order: Order, stage: OrderStage): string {
  switch (stage) {
    case 'paid':
    case 'approved':
      return texts.thanks(getFirstName(order.details));
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

/**
 * Renders the element that shows the result of the payment. Its content is visible before the script has run
 * and in browsers without scripts.
 */
function renderPaymentStatus(
  { order: texts, payment: { otherWay } }: Texts,
  payment: PaymentSummary,
  stage: OrderStage,
): Html {
  return html`<pgw-payment-status payment="${payment.reference}">
    <div class="card fallback">
      <p class="lead">${texts.status[stage]}</p>
      <p>
        ${formatMoney(payment.amount + payment.fee)}${payment.channel !== null && ` · ${describeBankAndChannel(payment)}`}
      </p>
      ${
        stage === 'awaiting' &&
        html`<p><a href="?payment=${payment.reference}">${texts.check}</a></p>
          <p><a href="?pay">${otherWay}</a></p>`
      }
    </div>
    <button slot="success-actions" type="button" class="button quiet wide" data-print hidden>
      ${texts.print}
    </button>
  </pgw-payment-status>`;
}

function describeBankAndChannel({ bank, channel }: PaymentSummary): string {
  return [bank?.name, channel?.name].filter((name) => name != null).join(' · ');
}

/** Renders the notice about an additional payment and its refunds. */
function renderExtraPayment(texts: Texts['order'], payment: PaymentSummary): Html {
  const destination = payment.channel?.name ?? texts.refundDestination.unknown;
  const refunds = findActiveRefunds(payment).map(({ state, amount }) =>
    state === 'done'
      ? texts.refundDone(formatMoney(amount), destination)
      : texts.refundPending(formatMoney(amount), destination),
  );
  return renderNotice(
    'warning',
    html`<p><strong>${texts.paidTwice('Rimba Coffee')}</strong></p>
      <p>${texts.secondPayment(formatMoney(payment.amount + payment.fee), destination, payment.reference)}</p>
      ${(refunds.length > 0 ? refunds : [texts.noRefund]).map((text) => html`<p>${text}</p>`)}`,
  );
}

function renderNextSteps(
  { tag, texts: { order: texts } }: Language,
  { order, stage, payment, now }: OrderPageOptions,
): TemplateValue {
  const formatTime = (at: number): string => formatDateTime(at, tag);
  switch (stage) {
    case 'paid':
      return [
        renderStepCard({
          icon: 'tick',
          title: texts.paymentReceived,
          text: formatTime(order.paidAt ?? now),
          tone: 'success',
        }),
        renderStepCard({ icon: 'bag', title: texts.packing, text: texts.packingTime }),
        renderStepCard({ icon: 'truck', title: texts.onItsWay, text: texts.tracking }),
      ];
    case 'approved':
      return [
        renderStepCard({ icon: 'tick', title: texts.approved, text: texts.approvedText, tone: 'success' }),
        renderStepCard({ icon: 'bag', title: texts.packing, text: texts.packingTime }),
        renderStepCard({ icon: 'truck', title: texts.onItsWay, text: texts.tracking }),
      ];
    case 'awaiting':
      // Nothing is promised before the payment is approved.
      if (isPending(payment))
        return renderStepCard({ icon: 'clock', title: texts.waiting, text: texts.confirmingText });
      return [
        renderStepCard({ icon: 'clock', title: texts.confirming, text: texts.confirmingText }),
        renderStepCard({ icon: 'bag', title: texts.packing, text: texts.packingLater }),
      ];
    case 'refund':
      return renderRefundSteps(texts, { order, payment, formatTime });
    case 'review':
      return renderStepCard({
        icon: 'clock',
        title: texts.checking,
        text: texts.checkingText(order.details.email),
      });
    case 'not-paid':
    case 'expired':
      return now < order.reservedUntil
        ? renderStepCard({
            icon: 'clock',
            title: texts.itemsKept,
            text: texts.itemsKeptUntil(formatTime(order.reservedUntil)),
          })
        : [
            renderStepCard({
              icon: 'clock',
              title: texts.paymentPeriodEnded,
              text: texts.itemsWereKeptUntil(formatTime(order.reservedUntil)),
            }),
            html`<a class="button wide" href="/bag">${texts.startAgain}</a>`,
          ];
  }
}

interface RefundStepsOptions extends Pick<OrderPageOptions, 'order' | 'payment'> {
  readonly formatTime: (at: number) => string;
}

/** Renders each refund: its amount, its destination and its time. */
function renderRefundSteps(
  texts: Texts['order'],
  { order, payment, formatTime }: RefundStepsOptions,
): TemplateValue {
  const destination =
    payment?.channel?.name == null ? texts.refundDestination.unknown : describeBankAndChannel(payment);
  const refunds = findActiveRefunds(payment);
  if (refunds.length === 0) {
    const title = texts.refundPending(formatMoney(payment?.amount ?? order.amount), destination);
    return renderStepCard({ icon: 'back', title, text: texts.refundTime });
  }
  return refunds.map(({ state, amount, createdAt }) =>
    state === 'done'
      ? renderStepCard({
          icon: 'back',
          title: texts.refundDone(formatMoney(amount), destination),
          text: texts.refundedOn(formatTime(createdAt)),
          tone: 'success',
        })
      : renderStepCard({
          icon: 'back',
          title: texts.refundPending(formatMoney(amount), destination),
          text: texts.refundTimeFrom(formatTime(createdAt)),
        }),
  );
}

interface Step {
  readonly icon: keyof typeof icons;
  readonly title: string;
  readonly text: string;
  readonly tone?: 'success';
}

function renderStepCard({ icon, title, text, tone }: Step): Html {
  return html`<div class="card next-step">
    <span class="badge ${tone}">${icons[icon]}</span>
    <div>
      <h3>${title}</h3>
      <p class="muted">${text}</p>
    </div>
  </div>`;
}
