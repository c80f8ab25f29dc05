import type { Bank } from '../catalogue/banks.ts';
import { channelGroups, type CatalogueChannel } from '../catalogue/channels.ts';
import type { Ordered } from '../ledger/rows.ts';
import type { Tenant } from '../options.ts';
import { providerChannelStatus, type ChannelTerms } from '@pgw/protocol';
import { deadlineText, moneyParts, moneyText } from './format.ts';
import { html, trusted, type Html } from './html.ts';
import { icon } from './icons.ts';

export interface HostedView {
  readonly tenant: Tenant;
  /** Transaction or session number. */
  readonly number: string;
  readonly order: Ordered;
  readonly now: number;
  readonly offers: readonly { readonly channel: CatalogueChannel; readonly terms: ChannelTerms }[];
  readonly banks: readonly Bank[];
  /** The error message about the last attempt or about this form. */
  readonly notice: string | undefined;
  readonly chosenChannel: number | undefined;
  readonly chosenBank: string | undefined;
}

/** The page on which a customer chooses a channel, when the merchant has not chosen one. */
export function hostedPage(view: HostedView): Html {
  const { tenant, number } = view;
  const cancel = html`<form method="post" action="/pay/${number}/cancel">
    <button class="cancel">${icon('back')}<span>Cancel and return to ${tenant.name}</span></button>
  </form>`;
  return html`<div class="columns">
    ${panel(view, cancel)}
    <main id="content" tabindex="-1">
      <h1>How would you like to pay?</h1>
      ${view.notice === undefined ? undefined : html`<p class="notice" role="alert">${icon('warning')}<span>${view.notice}</span></p>`}
      ${view.offers.length === 0 ? nothingOffered(view) : form(view)}
      <div class="cancel-below">${cancel}</div>
    </main>
  </div>`;
}

function panel({ tenant, order, now }: HostedView, cancel: Html): Html {
  const { symbol, digits } = moneyParts(order);
  const deadline = deadlineText(order.expiresAt, { now, timeZone: tenant.timeZone ?? 'Asia/Kuala_Lumpur' });
  return html`<header class="order">
    <div class="shop">
      <img class="logo" src="/logos/shop.svg" width="36" height="36" alt="" />
      <span class="shop-name">${tenant.name}</span>
      <span class="order-short">Order ${order.referenceCode}</span>
    </div>
    <p class="amount-label">Amount to pay</p>
    <p class="amount"><span class="symbol">${symbol}</span> ${digits}</p>
    <dl class="facts">
      <div class="fact">
        <dt>Order</dt>
        <dd>${order.referenceCode}</dd>
      </div>
      ${
        order.description === null || order.description === ''
          ? undefined
          : html`<div class="fact">
              <dt>For</dt>
              <dd>${order.description}</dd>
            </div>`
      }
      <div class="fact deadline">
        <dt>Pay before</dt>
        <dd>${deadline}</dd>
      </div>
    </dl>
    <div class="cancel-beside">${cancel}</div>
  </header>`;
}

function nothingOffered({ tenant, order }: HostedView): Html {
  return html`<p>No way to pay is available</p>
    <p class="muted">No way to pay accepts ${moneyText(order)}. Contact ${tenant.name}.</p>`;
}

function form(view: HostedView): Html {
  const groups = Object.entries(channelGroups)
    .map(([key, group]) => ({
      name: group.name,
      offers: view.offers.filter(({ channel }) => channel.group === key),
    }))
    .filter(({ offers }) => offers.length > 0);
  return html`<form method="post" action="/pay/${view.number}">
    ${groups.map(
      ({ name, offers }) =>
        html`<fieldset class="group">
          <legend>${name}</legend>
          <div class="tiles">${offers.map((offer) => tile(offer, view))}</div>
        </fieldset>`,
    )}
    <button class="pay">${icon('lock')}${payLabels(view)}</button>
    <p class="next muted">Next: approve the payment. The total includes the fee of the chosen way to pay.</p>
  </form>`;
}

/** A label with the total for each fee. The style sheet shows only the label of the chosen channel. */
function payLabels({ order, offers }: HostedView): Html[] {
  const { currencyCode, amount } = order;
  const withFee = offers.filter(({ terms }) => terms.fee > 0);
  return [
    html`<span class="total">Pay ${moneyText(order)}</span>`,
    ...withFee.map(
      ({ channel, terms }) =>
        html`<span class="total-${channel.id}"
          >Pay ${moneyText({ amount: amount + terms.fee, currencyCode })}</span
        >`,
    ),
  ];
}

function tile({ channel, terms }: HostedView['offers'][number], view: HostedView): Html {
  const { currencyCode } = view.order;
  const id = `channel-${channel.id}`;
  const isOut = terms.limit !== undefined;
  const about = terms.limit === undefined ? hints[channel.type] : limitText(terms.limit, currencyCode);
  const fee = terms.fee > 0 && !isOut ? moneyText({ amount: terms.fee, currencyCode }) : undefined;
  const described = [about && `${id}-about`, fee && `${id}-fee`]
    .filter((part) => part !== undefined)
    .join(' ');
  const isChosen = view.chosenChannel === channel.id && !isOut;
  return html`<label class="tile">
      <input
        type="radio"
        name="channel"
        value="${channel.id}"
        id="${id}"
        required
        aria-labelledby="${id}-name"
        ${about === undefined && fee === undefined ? undefined : html`aria-describedby="${described}"`}
        ${isOut ? trusted('disabled') : undefined}
        ${isChosen ? trusted('checked') : undefined}
      />
      <img class="logo" src="/logos/${id}.svg" width="36" height="36" alt="" decoding="async" />
      <span class="name" id="${id}-name">${channel.name}</span>
      ${about === undefined ? undefined : html`<span class="about" id="${id}-about">${about}</span>`}
      ${fee === undefined ? undefined : html`<span class="fee" id="${id}-fee">+ ${fee} fee</span>`}
    </label>
    ${channel.isProviderHostChannel === true && !isOut ? bankSelect(view) : undefined}`;
}

function limitText({ kind, amount }: NonNullable<ChannelTerms['limit']>, currencyCode: string): string {
  const sum = moneyText({ amount, currencyCode });
  return kind === 'max' ? `Only up to ${sum}` : `Only for ${sum} or more`;
}

const hints: Readonly<Record<CatalogueChannel['type'], string | undefined>> = {
  OnlineBanking: 'Approve with your bank',
  QR: 'Scan with your banking app',
  Card: 'Visa, Mastercard, MyDebit',
  EWallet: undefined,
  PayLater: 'See the instalments first',
  Loyalty: 'Choose your points next',
};

function bankSelect({ banks, chosenBank }: HostedView): Html {
  return html`<div class="panel">
    <label for="bank">Choose your bank</label>
    <select name="bank" id="bank">
      <option value="">Choose your bank</option>
      ${banks.map((bank) => bankOption(bank, chosenBank))}
    </select>
  </div>`;
}

function bankOption(bank: Bank, chosen: string | undefined): Html {
  const state =
    bank.status === providerChannelStatus.offline
      ? ' (offline)'
      : bank.status === providerChannelStatus.maintenance
        ? ' (under maintenance)'
        : '';
  const flag = state !== '' ? trusted('disabled') : bank.id === chosen ? trusted('selected') : undefined;
  return html`<option value="${bank.id}" ${flag}>${bank.displayName}${state}</option>`;
}
