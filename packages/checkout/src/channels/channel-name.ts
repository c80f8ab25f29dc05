import type { StorefrontPayment, StorefrontPlan } from '@pgw/protocol';
import type { TextId } from '../locales/en.ts';
import type { Localize } from '../locales/localize.ts';
import type { Sum } from '../locales/money.ts';

/** Who approves a payment: its bank, wallet or gateway, or "your card's bank". The name of a card or a QR code is no bank. */
export function getApproverName(
  localize: Localize,
  payment: Pick<StorefrontPayment, 'approver' | 'bank' | 'channel'> & {
    readonly order: Pick<StorefrontPayment['order'], 'gateway'>;
  },
): string {
  const { approver, bank, channel, order } = payment;
  if (approver === 'card') return localize.text('bank.card');
  if (approver === 'gateway') return order.gateway ?? localize.text('bank.card');
  const name = approver === 'channel' ? channel : (bank ?? channel ?? order.gateway);
  return approver === 'bank' || name === null ? localize.text('bank') : name;
}

/** The channel names that have a translation. Names of wallets and other brands are not translated. */
const translatedNames: ReadonlyMap<string, TextId> = new Map([
  ['fpx online banking', 'channel.fpx'],
  ['credit or debit card', 'channel.card'],
]);

/** Returns the name of a channel: its translation if there is one, else the name that the gateway sends. */
export function getChannelName(localize: Localize, name: string): string {
  const id = translatedNames.get(name.toLowerCase());
  return id === undefined ? name : localize.text(id);
}

/** The payments of a plan: all are equal, or all except the last one. The shop receives only the amount of the order. */
export function renderPlanName(
  localize: Localize,
  order: Omit<Sum, 'amount'>,
  plan: StorefrontPlan,
): unknown {
  const { months, monthly, last } = plan;
  const amount = { ...order, amount: monthly };
  return monthly === last
    ? localize.rich('plan.equal', { n: months, amount })
    : localize.rich('plan.last', { n: months - 1, amount, last: { ...order, amount: last } });
}
