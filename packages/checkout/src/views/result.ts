import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { TextId } from '../locales/index.ts';
import { safeUrl } from '../safe-url.ts';
import { facts, paidSum } from './facts.ts';
import { expired } from './failure.ts';
import { primary, screen } from './screen.ts';
import { secondary } from './secondary.ts';
import type { Result } from './view.ts';

/** What became of a payment, in the server's word. */
export function result(view: Result): TemplateResult {
  const { payment, say, act } = view;
  switch (payment.state) {
    case 'pending':
      return pending(view);
    case 'paid':
      return success(view, 'ok', say.rich('ok.text', { merchant: payment.order.merchant }));
    case 'authorized':
      return success(
        view,
        'ok.auth',
        say.rich('ok.auth.text', { merchant: payment.order.merchant, amount: say.money(paidSum(payment)) }),
      );
    case 'failed':
      return failed(view);
    case 'cancelled':
      return screen(view, {
        state: 'cancelled',
        picture: 'minus',
        title: say.text('cancel'),
        text: say.text('cancel.text'),
        rest: html`<div class="buttons">
            ${primary(say.text('retry'), act.retry)}${secondary(say.text('another'), act.another)}
          </div>
          ${support}`,
      });
    case 'expired':
      return expired(view, act.restart);
    case 'refunding':
    case 'refunded':
      return screen(view, {
        state: 'calm',
        picture: 'back',
        title: say.text(payment.state === 'refunded' ? 'refund' : 'refund.wait'),
        text: nothing,
        rest: facts(view, ['amount', 'with', 'date', 'ref']),
      });
  }
}

const support = html`<slot name="support"></slot>`;

const pendingTexts: readonly TextId[] = ['pend.0', 'pend.1', 'pend.2'];

/** The sentence of the pending screen, by how long the shopper has waited. */
export function pendingText({ payment, patience, say }: Pick<Result, 'payment' | 'patience' | 'say'>): {
  id: TextId;
  words: Record<string, string>;
} {
  const bank = payment.bank ?? payment.channel ?? say.text('bank');
  return { id: pendingTexts[patience] ?? 'pend.0', words: { bank, merchant: payment.order.merchant } };
}

function pending(view: Result): TemplateResult {
  const { patience, say, act } = view;
  const { id, words } = pendingText(view);
  return screen(view, {
    state: 'pending',
    picture: 'spinner',
    title: say.text('pend'),
    text: say.rich(id, words),
    rest: html`${facts(view, ['amount', 'with', 'ref'])}${
      patience === 2
        ? html`<div class="buttons">${secondary(say.text('pend.again'), act.check, 'again')}</div>`
        : nothing
    }`,
  });
}

function success(view: Result, title: TextId, text: unknown): TemplateResult {
  const { payment, say } = view;
  const order = safeUrl(payment.orderUrl);
  return screen(view, {
    state: 'success',
    picture: 'check',
    title: say.text(title),
    text,
    rest: html`${facts(view, ['amount', 'with', 'date', 'ref'])}
      <slot name="success-actions"
        >${
          order === null || isHere(order)
            ? nothing
            : html`<div class="buttons">
                <a class="pay" part="button-primary" href=${order} target="_top">${say.text('done')}</a>
              </div>`
        }</slot
      >`,
  });
}

function failed(view: Result): TemplateResult {
  const { payment, say, act } = view;
  const reason = payment.reason ?? 'declined';
  const bank = payment.bank ?? payment.channel ?? say.text('bank');
  const again = [primary(say.text('retry'), act.retry), secondary(say.text('another'), act.another)];
  const other = [primary(say.text('another'), act.another), secondary(say.text('retry'), act.retry)];
  return screen(view, {
    state: 'failed',
    picture: 'cross',
    title: say.text('fail'),
    text: say.rich(`fail.${reason}`, { bank, amount: say.money(paidSum(payment)) }),
    rest: html`${facts(view, ['amount', 'ref'])}
      <div class="buttons">${reason === 'min' ? other : again}</div>
      ${support}`,
  });
}

/** A link to the page it stands on would do nothing. */
function isHere(url: string): boolean {
  const there = new URL(url);
  return there.origin === location.origin && there.pathname === location.pathname;
}
