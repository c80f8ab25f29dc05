import type { Bank } from '../../catalogue/banks.ts';
import { cardBrandNames } from '../../catalogue/test-cards.ts';
import { channelGroups, type CatalogueChannel } from '../../catalogue/channels.ts';
import type { OrderFields } from '../../ledger/tables.ts';
import type { Tenant } from '../../options.ts';
import { providerChannelStatus } from '@pgw/protocol';
import { type ChannelTerms } from '@pgw/protocol/internal';
import { toAmountParts, formatAmount, html, icons, trustedHtml, type Html } from '@pgw/pages';

/** The data of a hosted page. */
export interface HostedView {
  readonly tenant: Tenant;
  /** Transaction or session number. */
  readonly number: string;
  readonly order: OrderFields;
  readonly now: number;
  /** The channels that accept the currency of the order. `terms.limit` is set when the amount is not allowed. */
  readonly offers: readonly { readonly channel: CatalogueChannel; readonly terms: ChannelTerms }[];
  /** Describes an invalid choice in the form, or why the shopper's last attempt to pay failed. */
  readonly notice: string | undefined;
  readonly chosenChannel: number | null;
  readonly chosenBank: string | undefined;
}

/** Renders the page on which a shopper chooses a channel, when the merchant has not chosen one. */
export function renderHostedPage(view: HostedView): Html {
  const { tenant, number } = view;
  const cancel = html`<form method="post" action="/pay/${number}/cancel">
    <button class="cancel">${icons.arrow}<span>Cancel and return to ${tenant.name}</span></button>
  </form>`;
  return html`<div class="columns">
    ${renderOrderPanel(view, cancel)}
    <main id="content" tabindex="-1">
      <h1>How would you like to pay?</h1>
      ${view.notice === undefined ? undefined : html`<p class="notice" role="alert">${icons.alert}<span>${view.notice}</span></p>`}
      ${view.offers.length === 0 ? renderNoChannels(view) : renderChannelForm(view)}
      <div class="cancel-below">${cancel}</div>
    </main>
  </div>`;
}

/** Formats a deadline for a shopper: `2:47 pm today`, or with the date when it is on another day. */
export function formatDeadline(time: number, { now, timeZone }: { now: number; timeZone: string }): string {
  const clock = new Intl.DateTimeFormat('en-MY', { timeZone, hour: 'numeric', minute: '2-digit' });
  const day = new Intl.DateTimeFormat('en-MY', { timeZone, dateStyle: 'medium' });
  const isToday = day.format(time) === day.format(now);
  return `${clock.format(time)} ${isToday ? 'today' : day.format(time)}`.replaceAll('\u202F', '\u00A0');
}

function renderOrderPanel({ tenant, order, now }: HostedView, cancel: Html): Html {
  const { symbol, digits } = toAmountParts(order);
  const deadline = formatDeadline(order.expiresAt, { now, timeZone: tenant.timeZone ?? 'Asia/Kuala_Lumpur' });
  return html`<header class="order">
    <div class="shop">
      <img class="logo" src="/logos/shop.svg" width="36" height="36" alt="" />
      <span class="shop-name">${tenant.name}</span>
      <span class="order-short">Reference ${order.referenceCode}</span>
    </div>
    <p class="amount-label">Amount to pay</p>
    <p class="amount"><span class="symbol">${symbol}</span> ${digits}</p>
    <dl class="facts">
      <div class="fact">
        <dt>Reference</dt>
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

function renderNoChannels({ tenant, order }: HostedView): Html {
  return html`<p>No way to pay is available</p>
    <p class="muted">No way to pay accepts ${formatAmount(order)}. Contact ${tenant.name}.</p>`;
}

function renderChannelForm(view: HostedView): Html {
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
          <div class="tiles">${offers.map((offer) => renderTile(offer, view))}</div>
        </fieldset>`,
    )}
    <button class="pay">${icons.lock}${renderPayLabels(view)}</button>
    <p class="next muted">Next: approve the payment. The total includes the fee of the chosen way to pay.</p>
    ${view.offers.map(({ channel }) => renderTerms(channel))}
  </form>`;
}

/** One label without a fee, and one for each channel with a fee. The style sheet shows one of them. */
function renderPayLabels({ order, offers }: HostedView): Html[] {
  const { currencyCode, amount } = order;
  const offersWithFee = offers.filter(({ terms }) => terms.fee > 0);
  return [
    html`<span class="total">Pay ${formatAmount(order)}</span>`,
    ...offersWithFee.map(
      ({ channel, terms }) =>
        html`<span class="total-${channel.id}"
          >Pay ${formatAmount({ amount: amount + terms.fee, currencyCode })}</span
        >`,
    ),
  ];
}

/** Renders the terms of a channel. The style sheet shows only those of the chosen channel. */
function renderTerms({ id, terms = '' }: CatalogueChannel): Html | undefined {
  const [, before, words, after] = /^([^[]*)\[([^\]]+)\](.*)$/.exec(terms) ?? [];
  if (words === undefined) return undefined;
  return html`<p class="next muted terms terms-${id}">
    ${before}<a href="/terms/${id}" target="_blank" rel="noopener">${words}</a>${after}
  </p>`;
}

function renderTile({ channel, terms }: HostedView['offers'][number], view: HostedView): Html {
  const { currencyCode } = view.order;
  const id = `channel-${channel.id}`;
  // `limit` is set only when the amount is outside the limits of the channel.
  const isDisabled = terms.limit !== undefined;
  const hint = terms.limit === undefined ? getHint(channel) : formatLimit(terms.limit, currencyCode);
  const fee = terms.fee > 0 && !isDisabled ? formatAmount({ amount: terms.fee, currencyCode }) : undefined;
  const descriptionIds = [hint && `${id}-hint`, fee && `${id}-fee`]
    .filter((elementId) => elementId !== undefined)
    .join(' ');
  const isChosen = view.chosenChannel === channel.id && !isDisabled;
  return html`<label class="tile">
      <input
        type="radio"
        name="channel"
        value="${channel.id}"
        id="${id}"
        required
        aria-labelledby="${id}-name"
        ${hint === undefined && fee === undefined ? undefined : html`aria-describedby="${descriptionIds}"`}
        ${isDisabled ? trustedHtml('disabled') : undefined}
        ${isChosen ? trustedHtml('checked') : undefined}
      />
      <img class="logo" src="/logos/${id}.svg" width="36" height="36" alt="" decoding="async" />
      <span class="name" id="${id}-name">${channel.name}</span>
      ${hint === undefined ? undefined : html`<span class="hint" id="${id}-hint">${hint}</span>`}
      ${fee === undefined ? undefined : html`<span class="fee" id="${id}-fee">+ ${fee} fee</span>`}
    </label>
    ${channel.banks !== undefined && !isDisabled ? renderBankSelect(channel, channel.banks, view) : undefined}`;
}

function formatLimit({ kind, amount }: NonNullable<ChannelTerms['limit']>, currencyCode: string): string {
  const sum = formatAmount({ amount, currencyCode });
  return kind === 'max' ? `Only up to ${sum}` : `Only for ${sum} or more`;
}

function getHint({ type, holdsWallets }: CatalogueChannel): string | undefined {
  return holdsWallets === true ? 'Approve with your bank or wallet' : hints[type];
}

const hints: Readonly<Record<CatalogueChannel['type'], string | undefined>> = {
  OnlineBanking: 'Approve with your bank',
  QR: 'Scan with your banking app',
  Card: cardBrandNames,
  EWallet: undefined,
  PayLater: 'See the instalments first',
  Loyalty: 'Pay with your points',
};

/** The field has the id of the channel in its name, because the page can have several of these fields. */
function renderBankSelect(
  { id, type, holdsWallets }: CatalogueChannel,
  banks: readonly Bank[],
  { chosenBank }: HostedView,
): Html {
  const bankLabel = holdsWallets === true ? 'Choose your bank or wallet' : 'Choose your bank';
  const label = type === 'OnlineBanking' ? bankLabel : 'Choose a plan';
  const visibleBanks = banks
    .filter((bank) => bank.status !== providerChannelStatus.hidden)
    .toSorted((a, b) => a.displayName.localeCompare(b.displayName, 'en', { numeric: true }));
  return html`<div class="panel">
    <label for="bank-${id}">${label}</label>
    <select name="bank-${id}" id="bank-${id}">
      <option value="">${label}</option>
      ${visibleBanks.map((bank) => renderBankOption(bank, chosenBank))}
    </select>
  </div>`;
}

const unavailableTexts: Readonly<Record<number, string>> = {
  [providerChannelStatus.offline]: ' (offline)',
  [providerChannelStatus.maintenance]: ' (under maintenance)',
};

function renderBankOption({ id, displayName, status }: Bank, chosenBank: string | undefined): Html {
  const unavailableText = unavailableTexts[status];
  if (unavailableText !== undefined)
    return html`<option value="${id}" disabled>${displayName}${unavailableText}</option>`;
  const selected = id === chosenBank ? trustedHtml('selected') : undefined;
  return html`<option value="${id}" ${selected}>${displayName}</option>`;
}
