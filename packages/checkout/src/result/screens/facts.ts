import type { StorefrontPayment } from '@pgw/protocol';
import { html, nothing, type TemplateResult } from 'lit';
import { getChannelName, renderPlanName } from '../../channels/index.ts';
import type { TextId } from '../../locales/en.ts';
import type { Sum } from '../../locales/money.ts';
import { renderIcon } from '../../ui/icon.ts';
import { renderMoney } from '../../ui/money.ts';
import type { CopyStatus } from '../../ui/view.ts';
import type { OutcomeView } from '../view.ts';
import { copyText, selectText } from './clipboard.ts';
import { checkIcon, copyIcon } from './icons.ts';

/** `refund`: when the refund of a second payment was completed or requested, or else the date of the payment. */
export type Fact = 'amount' | 'channel' | 'date' | 'refund' | 'reference';

/** The sum that the shopper pays: the amount of the order and the fee of the channel. */
export function getTotalSum({ order, fee }: StorefrontPayment): Sum {
  return { ...order, amount: order.amount + fee };
}

/** A list of facts about a payment. The reference has a button that copies it. */
export function renderFacts(view: OutcomeView, names: readonly Fact[]): TemplateResult {
  return html`<dl class="facts" part="facts">${names.map((fact) => renderFact(view, fact))}</dl>`;
}

function renderFact(view: OutcomeView, fact: Fact): unknown {
  const { payment, localize } = view;
  switch (fact) {
    case 'amount':
      return renderSums(view);
    case 'channel': {
      const paidWith = [payment.bank, getPaidChannelName(view)].filter(Boolean).join(' · ');
      return paidWith === ''
        ? nothing
        : renderRow(localize.text('fact.paid-with'), html`<bdi>${paidWith}</bdi>`);
    }
    case 'date':
      return renderDate(view, 'fact.date', payment.date);
    case 'refund': {
      const refund = payment.second?.refund;
      if (refund?.date == null) return renderDate(view, 'fact.date', payment.date);
      return renderDate(view, refund.isDone ? 'fact.refunded' : 'fact.refund-requested', refund.date);
    }
    case 'reference':
      return renderRow(localize.text('fact.reference'), renderReference(view));
  }
}

function renderDate({ payment, localize }: OutcomeView, name: TextId, date: string): TemplateResult {
  return renderRow(localize.text(name), formatDate(date, localize.format, payment.order.timeZone));
}

/** Empty if the shopper chose the channel on the gateway's page. */
function getPaidChannelName({ payment, localize }: OutcomeView): string {
  return payment.channel === null ? '' : getChannelName(localize, payment.channel);
}

/** The total, with its parts in points and money. If there is a fee, also the amount of the order and the fee. */
function renderSums(view: OutcomeView): unknown {
  const { payment, localize } = view;
  const { order, fee } = payment;
  const sum = renderRow(localize.text('fact.total'), renderMoney(localize, getTotalSum(payment)));
  const plan =
    payment.plan &&
    renderRow(
      renderPlanName(localize, order, payment.plan),
      renderMoney(localize, order, payment.plan.total),
    );
  const { loyalty } = payment;
  const parts = loyalty && [
    renderRow(localize.text('fact.points'), renderMoney(localize, order, loyalty.pointsAmount)),
    renderRow(localize.text('fact.money'), renderMoney(localize, order, loyalty.moneyAmount)),
  ];
  const totals = [sum, parts, plan];
  if (fee === 0) return totals;
  return [
    renderRow(localize.text('sum.order'), renderMoney(localize, order)),
    renderRow(
      localize.rich('sum.fee', { channel: getPaidChannelName(view) }),
      renderMoney(localize, order, fee),
    ),
    totals,
  ];
}

/** The reference, which the shopper quotes to support, with a button that copies it. */
function renderReference({ payment, localize, actions, copyStatus }: OutcomeView): TemplateResult {
  const { reference } = payment;
  return html`<bdi class="reference" translate="no">${reference}</bdi
    ><button
      type="button"
      class="copy"
      part="button-text"
      aria-label="${localize.text('copy')} ${reference}"
      @click=${({ currentTarget }: Event & { readonly currentTarget: Element }) =>
        void copyReference(currentTarget.previousElementSibling, reference, actions.showCopyStatus)}
    >
      ${renderIcon(copyStatus === 'copied' ? checkIcon : copyIcon)}</button
    >${renderCopyStatus(copyStatus, localize)}`;
}

function renderCopyStatus(
  status: CopyStatus,
  localize: OutcomeView['localize'],
): TemplateResult | typeof nothing {
  if (status === null || status === 'link') return nothing;
  return html`<small class="copied">${localize.text(status === 'copied' ? 'copied' : 'copy.select')}</small>`;
}

/** Copies the reference. If the browser does not allow this, selects the reference. */
async function copyReference(
  element: Element | null,
  text: string,
  showCopyStatus: OutcomeView['actions']['showCopyStatus'],
): Promise<void> {
  if (await copyText(text)) showCopyStatus('copied', 'copied');
  else {
    if (element) selectText(element);
    showCopyStatus('selected', 'copy.select');
  }
}

function renderRow(name: unknown, value: unknown): TemplateResult {
  return html`<div part="fact">
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** Formats a date and its time in the shop's time zone (IANA). `format` is a BCP 47 tag. */
function formatDate(text: string, format: string, timeZone: string | null): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  const formatInZone = (zone: object): string =>
    new Intl.DateTimeFormat(format, { dateStyle: 'medium', timeStyle: 'short', ...zone }).format(date);
  try {
    return formatInZone(timeZone === null ? {} : { timeZone });
  } catch {
    // The browser does not know the time zone, so the date is shown in the time zone of the device.
    return formatInZone({});
  }
}
