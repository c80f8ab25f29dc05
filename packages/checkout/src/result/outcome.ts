import { html, nothing, type TemplateResult } from 'lit';
import { safeUrl } from '../api/safe-url.ts';
import type { TextId } from '../locales/en.ts';
import type { TextValues } from '../locales/localize.ts';
import { primaryButton, secondaryButton } from '../ui/buttons.ts';
import { screen } from '../ui/screen.ts';
import { facts, paidSum } from './facts.ts';
import { expiredScreen } from './failure.ts';
import type { OutcomeView } from './view.ts';

/** The screen for the state of a payment. */
export function outcome(view: OutcomeView): TemplateResult {
  const { payment, localize, actions } = view;
  switch (payment.state) {
    case 'pending':
      return pending(view);
    case 'paid':
      return success(view, 'ok', localize.rich('ok.text', { merchant: payment.order.merchant }));
    case 'authorized':
      return success(
        view,
        'ok.auth',
        localize.rich('ok.auth.text', {
          merchant: payment.order.merchant,
          amount: localize.money(paidSum(payment)),
        }),
      );
    case 'failed':
      return failed(view);
    case 'cancelled':
      return screen(view, {
        state: 'cancelled',
        iconName: 'minus',
        title: localize.text('cancel'),
        text: localize.text('cancel.text'),
        content: html`<div class="buttons">
            ${primaryButton(localize.text('retry'), actions.retry)}${secondaryButton(localize.text('another'), actions.chooseAnother)}
          </div>
          ${support}`,
      });
    case 'expired':
      return expiredScreen(view, actions.restart);
    case 'refunding':
    case 'refunded':
      return screen(view, {
        state: 'calm',
        iconName: 'back',
        title: localize.text(payment.state === 'refunded' ? 'refund' : 'refund.wait'),
        text: nothing,
        content: facts(view, ['amount', 'with', 'date', 'ref']),
      });
  }
}

const support = html`<slot name="support"></slot>`;

const pendingTexts: readonly TextId[] = ['pend.0', 'pend.1', 'pend.2'];

/** The text of the pending screen. */
export function pendingText({
  payment,
  pendingStage,
  localize,
}: Pick<OutcomeView, 'payment' | 'pendingStage' | 'localize'>): {
  readonly id: TextId;
  readonly values: TextValues;
} {
  const bank = payment.bank ?? payment.channel ?? localize.text('bank');
  return { id: pendingTexts[pendingStage] ?? 'pend.0', values: { bank, merchant: payment.order.merchant } };
}

function pending(view: OutcomeView): TemplateResult {
  const { pendingStage, localize, actions } = view;
  const { id, values } = pendingText(view);
  return screen(view, {
    state: 'pending',
    iconName: 'spinner',
    title: localize.text('pend'),
    text: localize.rich(id, values),
    content: html`${facts(view, ['amount', 'with', 'ref'])}${
      pendingStage === 2
        ? html`<div class="buttons">
            ${secondaryButton(localize.text('pend.again'), actions.check, 'again')}
          </div>`
        : nothing
    }`,
  });
}

function success(view: OutcomeView, title: TextId, text: unknown): TemplateResult {
  const { payment, localize } = view;
  const order = safeUrl(payment.orderUrl);
  return screen(view, {
    state: 'success',
    iconName: 'check',
    title: localize.text(title),
    text,
    content: html`${facts(view, ['amount', 'with', 'date', 'ref'])}
      <slot name="success-actions"
        >${
          order === null || isThisPage(order)
            ? nothing
            : html`<div class="buttons">
                <a class="pay" part="button-primary" href=${order} target="_top">${localize.text('done')}</a>
              </div>`
        }</slot
      >`,
  });
}

function failed(view: OutcomeView): TemplateResult {
  const { payment, localize, actions } = view;
  const reason = payment.reason ?? 'declined';
  const bank = payment.bank ?? payment.channel ?? localize.text('bank');
  const again = [
    primaryButton(localize.text('retry'), actions.retry),
    secondaryButton(localize.text('another'), actions.chooseAnother),
  ];
  const other = [
    primaryButton(localize.text('another'), actions.chooseAnother),
    secondaryButton(localize.text('retry'), actions.retry),
  ];
  return screen(view, {
    state: 'failed',
    iconName: 'cross',
    title: localize.text('fail'),
    text: localize.rich(`fail.${reason}`, { bank, amount: localize.money(paidSum(payment)) }),
    content: html`${facts(view, ['amount', 'ref'])}
      <div class="buttons">${reason === 'min' ? other : again}</div>
      ${support}`,
  });
}

/** A link to the page on which it is shown would do nothing. */
function isThisPage(url: string): boolean {
  const target = new URL(url);
  return target.origin === location.origin && target.pathname === location.pathname;
}
