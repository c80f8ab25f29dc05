import { formatAmount } from '@pgw/pages';
import { percentOf } from '@pgw/protocol/internal';
import { computeFee, findBank, findChannel } from '../../catalogue/catalogue.ts';
import { lintasWallets } from '../../catalogue/lintas.ts';
import { planTerms } from '../../catalogue/plans.ts';
import type { Gateway } from '../../gateway.ts';
import type { Payment } from '../../ledger/tables.ts';
import type { BankView } from './bank-page.ts';
import type { Payable } from '../payable.ts';

const dayMs = 86_400_000;

/** Returns the content of the QR code: the URL of the payment's page. */
export function toQrCodeUrl(gateway: Gateway, { transactionNumber }: Payment): string {
  return `${gateway.url()}/bank/${transactionNumber}`;
}

/** `isCheckRequested` is true after the shopper has pressed "Check my payment". */
export function toQrView(
  gateway: Gateway,
  payment: Payment,
  isCheckRequested: boolean,
): NonNullable<BankView['qr']> {
  const minutes = Math.max(Math.ceil((payment.expiresAt - gateway.settings.now()) / 60_000), 0);
  const timeLeft = `Valid for ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}`;
  return { url: toQrCodeUrl(gateway, payment), timeLeft, isCheckRequested };
}

/** Lists the instalments with their due days. The first instalment includes the remainder of the division. */
export function toInstalments(gateway: Gateway, payment: Payment): BankView['instalments'] {
  const days = findChannel(payment.channelId)?.dueDays;
  if (days === undefined) return undefined;
  const { currencyCode, amount } = payment;
  const laterAmount = Math.floor(amount / days.length);
  const firstAmount = laterAmount + (amount % days.length);
  const dateFormat = new Intl.DateTimeFormat('en-MY', { dateStyle: 'medium', timeZone: 'Asia/Kuala_Lumpur' });
  return days.map((day, index) => {
    const dueAmount = index === 0 ? firstAmount : laterAmount;
    const dueDate = day === 0 ? 'Today' : dateFormat.format(gateway.settings.now() + day * dayMs);
    return [dueDate, formatAmount({ amount: dueAmount, currencyCode })] as const;
  });
}

const providerKinds = {
  Card: 'card',
  OnlineBanking: 'bank',
  EWallet: 'wallet',
  QR: 'qr',
  PayLater: 'later',
  Loyalty: 'points',
} as const;

type ProviderKind = BankView['provider']['kind'];

const accountNames: Readonly<Record<ProviderKind, string>> = {
  bank: 'Savings',
  wallet: 'Balance',
  card: 'Card',
  qr: 'Savings',
  later: 'Account',
  points: 'Points',
};

export function toProvider(payment: Payment): BankView['provider'] {
  const bank = findBank(payment.providerChannelId);
  if (bank !== undefined) {
    const kind = lintasWallets.includes(bank) ? 'wallet' : 'bank';
    return { name: bank.displayName, logo: `bank-${bank.id}`, kind };
  }
  const channel = findChannel(payment.channelId);
  const kind = channel === undefined ? 'wallet' : providerKinds[channel.type];
  return { name: channel?.name ?? 'Sandbox Gateway', logo: `channel-${payment.channelId ?? 0}`, kind };
}

/** Lists the facts that the shopper reads before approving. */
export function toApprovalFacts({ tenant }: Payable, payment: Payment): [string, string][] {
  const { currencyCode, amount } = payment;
  const fee = computeFee(payment.channelId, payment);
  const { kind } = toProvider(payment);
  const sums: [string, string][] =
    fee === 0
      ? [['Total', formatAmount(payment)]]
      : [
          ['Order amount', formatAmount(payment)],
          ['Fee', formatAmount({ amount: fee, currencyCode })],
          ['Total', formatAmount({ amount: amount + fee, currencyCode })],
        ];
  return [
    ['Pay to', tenant.name],
    ...sums,
    ...toPlanFacts(payment, amount + fee),
    ...(kind === 'points' ? [['Points used', formatPoints(payment.amount)] as [string, string]] : []),
    ['From', toAccountText(payment, kind)],
    ['Reference', payment.referenceCode],
  ];
}

/** What the shopper pays with a plan. The merchant receives the amount of the order. */
function toPlanFacts({ providerChannelId, currencyCode }: Payment, amount: number): [string, string][] {
  const terms = planTerms[providerChannelId?.toUpperCase() ?? ''];
  if (terms === undefined) return [];
  const { months, interestPercent } = terms;
  const total = amount + percentOf(amount, interestPercent);
  return [[`In ${months} payments`, formatAmount({ amount: total, currencyCode })]];
}

/** Formats the number of points. One point is worth one minor unit. */
function formatPoints(amount: number): string {
  return new Intl.NumberFormat('en-MY').format(amount);
}

/** The digits of an account are invented: they are computed from the transaction number. */
function toAccountText(payment: Payment, kind: ProviderKind): string {
  const { cardBrand, cardLastDigits, transactionNumber } = payment;
  if (cardLastDigits !== null) return `${cardBrand ?? 'Card'} ··${cardLastDigits}`;
  const digits = Number.parseInt(transactionNumber.slice(4, 10), 16) % 10_000;
  return `${accountNames[kind]} ··${String(digits).padStart(4, '0')}`;
}
