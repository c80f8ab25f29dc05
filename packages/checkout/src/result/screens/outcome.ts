import type { SecondPayment } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { toSafeUrl } from '../../api/safe-url.ts';
import type { TextId } from '../../locales/en.ts';
import { renderPrimaryButton, renderSecondaryButton } from '../../ui/buttons.ts';
import { backIcon, checkIcon, minusIcon } from './icons.ts';
import { renderScreen, type Screen } from '../../ui/screen.ts';
import type { OutcomeView } from '../view.ts';
import { renderFailureReason } from './decline.ts';
import { renderFacts, getTotalSum } from './facts.ts';
import { renderExpiredScreen } from './failure.ts';
import { renderMoneySentence, renderReturnOfMoney } from './money.ts';
import { renderPendingScreen } from './pending.ts';

/** The screen for the state of a payment. */
export function renderOutcome(view: OutcomeView): TemplateResult {
  const { payment, localize, actions } = view;
  if (payment.second !== undefined) return renderSecondPayment(view, payment.second);
  switch (payment.state) {
    case 'pending':
      return renderPendingScreen(view);
    case 'paid':
      return renderSuccess(
        view,
        view.isEarlier ? 'already-paid' : 'success',
        localize.rich('success.text', { merchant: payment.order.merchant }),
      );
    case 'authorized':
      return renderSuccess(
        view,
        'authorized',
        localize.rich('authorized.text', {
          merchant: payment.order.merchant,
          amount: getTotalSum(payment),
        }),
      );
    case 'failed':
      return renderFailedPayment(view);
    case 'canceled':
      return renderOutcomeScreen(view, {
        state: 'canceled',
        icon: minusIcon,
        title: localize.text('canceled'),
        text: localize.text('canceled.text'),
        content: html`<div class="buttons">
            ${renderPrimaryButton(localize.text('retry'), actions.retry)}${renderSecondaryButton(localize.text('choose-another'), actions.chooseAnother)}
          </div>
          ${support}`,
      });
    case 'expired':
      return renderExpiredScreen(view, actions.restart, payment);
    case 'refunding':
    case 'refunded':
      return renderOutcomeScreen(view, {
        state: 'info',
        icon: backIcon,
        title: localize.text(payment.state),
        text: nothing,
        content: html`${renderReturnOfMoney(localize, payment)}${renderFacts(view, ['amount', 'channel', 'date', 'reference'])}`,
      });
  }
}

const support = html`<slot name="support"></slot>`;

/** A screen with the sentence about the money above its content. */
function renderOutcomeScreen(view: OutcomeView, screen: Screen): TemplateResult {
  const content = html`${renderMoneySentence(view.localize, view.payment)}${screen.content}`;
  return renderScreen(view, { ...screen, content });
}

function renderSuccess(view: OutcomeView, title: TextId, text: unknown): TemplateResult {
  return renderOutcomeScreen(view, {
    state: 'success',
    icon: checkIcon,
    title: view.localize.text(title),
    text,
    content: html`${renderFacts(view, ['amount', 'channel', 'date', 'reference'])}
      <slot name="success-actions">${renderOrderLink(view)}</slot>`,
  });
}

/** The link to the page of the order, unless the shopper is on this page. */
function renderOrderLink({ payment, localize }: OutcomeView): TemplateResult | typeof nothing {
  const order = toSafeUrl(payment.returnUrl ?? payment.orderUrl);
  if (order === null || isThisPage(order)) return nothing;
  return html`<div class="buttons">
    <a class="primary" part="button-primary" href=${order} target="_top">${localize.text('view-order')}</a>
  </div>`;
}

/** The screen for a second payment of an order that was paid already. Shows its refund if there is one. */
function renderSecondPayment(view: OutcomeView, { refund }: SecondPayment): TemplateResult {
  const { payment, localize } = view;
  const { order, bank, channel } = payment;
  const text = localize.rich('second.text', { merchant: order.merchant });
  const values = {
    amount: { ...order, amount: refund?.amount ?? 0 },
    channel: bank ?? channel ?? localize.text('bank'),
    merchant: order.merchant,
  };
  const refundText = refund?.isDone ? 'second.refunded' : 'second.refunding';
  return renderOutcomeScreen(view, {
    // This state has the colors of a warning.
    state: 'expired',
    icon: 'alert',
    title: localize.text('second'),
    text: html`${text} ${localize.rich(refund === null ? 'second.no-refund' : refundText, values)}`,
    content: html`${renderFacts(view, ['amount', 'channel', 'refund', 'reference'])} ${renderOrderLink(view)}
    ${support}`,
  });
}

function renderFailedPayment(view: OutcomeView): TemplateResult {
  const { payment, localize, actions } = view;
  const retryCanSucceed = !['min', 'limit', 'funds'].includes(payment.reason ?? '');
  const retryFirst = [
    renderPrimaryButton(localize.text('retry'), actions.retry),
    renderSecondaryButton(localize.text('choose-another'), actions.chooseAnother),
  ];
  const chooseAnotherFirst = [
    renderPrimaryButton(localize.text('choose-another'), actions.chooseAnother),
    // The sum stays below the minimum.
    payment.reason === 'min' ? nothing : renderSecondaryButton(localize.text('retry'), actions.retry),
  ];
  return renderOutcomeScreen(view, {
    state: 'failed',
    icon: 'cross',
    title: localize.text('failed'),
    text: renderFailureReason(localize, payment),
    content: html`${renderFacts(view, ['amount', 'reference'])}
      <div class="buttons">${retryCanSucceed ? retryFirst : chooseAnotherFirst}</div>
      ${support}`,
  });
}

/** Whether a URL is the page that the browser shows. Other parameters of the page's query are ignored. */
function isThisPage(url: string): boolean {
  const { origin, pathname, searchParams } = new URL(url);
  const query = new URLSearchParams(location.search);
  const hasParameters = [...searchParams].every(([name, value]) => query.getAll(name).includes(value));
  return origin === location.origin && pathname === location.pathname && hasParameters;
}
