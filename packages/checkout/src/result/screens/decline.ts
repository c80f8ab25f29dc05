import type { StorefrontPayment } from '@pgw/protocol';
import { html, nothing } from 'lit';
import { getApproverName, type RenderDecline } from '../../channels/index.ts';
import type { Localize } from '../../locales/localize.ts';
import { renderNotice } from '../../ui/notice.ts';
import { getTotalSum } from './facts.ts';
import { getMoneyState } from './money.ts';

/** The reasons whose texts say that another way to pay can be tried. */
const reasonsWithOtherWay: ReadonlySet<StorefrontPayment['reason']> = new Set(['funds', 'limit', 'min']);

/** The notice above the fields of a card that was declined. Says why, and what the shopper has to enter again. */
export const renderDecline: RenderDecline = ({ localize, payment, isSaved, isFolded }) => {
  const money = localize.text(`money.${getMoneyState(payment)}`);
  const cleared = localize.text(isSaved ? 'declined.code' : 'declined.card');
  const other =
    isFolded || reasonsWithOtherWay.has(payment.reason) ? nothing : html` ${localize.text('declined.other')}`;
  const reason = renderFailureReason(localize, payment);
  const content = html`<b>${reason}</b> <br />${money} ${cleared}${other}`;
  return renderNotice('warning', 'alert', content, 'decline');
};

/** The sentence that says why a payment failed. */
export function renderFailureReason(localize: Localize, payment: StorefrontPayment): unknown {
  // The gateway passes on what the bank has decided.
  const bank = getApproverName(localize, { ...payment, order: { gateway: null } });
  return localize.rich(`failed.${payment.reason ?? 'declined'}`, { bank, amount: getTotalSum(payment) });
}
