import { formatAmount } from '@pgw/pages';
import { paymentStatus } from '@pgw/protocol';
import type { Response } from 'express';
import { findBank, findChannel } from '../../catalogue/catalogue.ts';
import type { Gateway } from '../../gateway.ts';
import { findChannelProblem, listOfferedChannels, toBankId } from '../../handlers/payments/order.ts';
import { outcomes } from '../../catalogue/outcomes.ts';
import { paymentStatusNumber } from '../../catalogue/status-numbers.ts';
import { readField, readQueryParameter, type RequestWithNumber } from '../fields.ts';
import { renderHostedPage } from './hosted-page.ts';
import { sendPage } from '../page.ts';
import { toResultFacts, findPayable, toShopUrl, type Payable } from '../payable.ts';
import { notFoundPage, renderResultPage } from '../result-page.ts';

/** `GET /pay/:number`: shows the ways to pay, or the result of the payment. */
export function showHostedPage(gateway: Gateway, incoming: RequestWithNumber, outgoing: Response): void {
  const payable = findPayable(gateway, incoming.params.number);
  if (payable === undefined) return sendPage(outgoing, notFoundPage);
  if (payable.number !== incoming.params.number.toUpperCase())
    return outgoing.redirect(303, `/pay/${payable.number}`);
  if (!isOpen(payable)) return sendResult(gateway, payable, outgoing);
  // The merchant has already chosen the channel of this payment.
  if (!payable.record.isHosted) return outgoing.redirect(303, `/bank/${payable.number}`);
  const { tenant, record, number } = payable;
  // After an invalid choice, the URL contains the chosen channel if it is offered.
  const channelParameter = readQueryParameter(incoming, 'channel');
  const chosenChannel = channelParameter === '' ? record.channelId : Number(channelParameter);
  sendPage(outgoing, {
    title: `How would you like to pay? – ${tenant.name}`,
    layout: 'hosted',
    merchant: tenant.name,
    formRedirectsTo: record.returnUrl,
    body: renderHostedPage({
      tenant,
      number,
      order: toOrder(payable),
      now: gateway.settings.now(),
      offers: listOfferedChannels(toOrder(payable)),
      notice: toFormNotice(readQueryParameter(incoming, 'error')) ?? toAttemptNotice(payable),
      chosenChannel,
      chosenBank: record.providerChannelId ?? undefined,
    }),
  });
}

/** `POST /pay/:number`: stores the chosen channel and redirects to the bank page. */
export function submitHostedPage(gateway: Gateway, incoming: RequestWithNumber, outgoing: Response): void {
  const payable = findPayable(gateway, incoming.params.number);
  if (payable === undefined) return sendPage(outgoing, notFoundPage);
  const { number, session, record } = payable;
  if (!isOpen(payable) || !record.isHosted) return outgoing.redirect(303, `/pay/${number}`);
  const channelId = Number(readField(incoming, 'channel'));
  const bankField = readField(incoming, `bank-${channelId}`);
  // The first option has an empty value.
  const bankId = bankField === '' ? undefined : bankField;
  const isOffered = listOfferedChannels(toOrder(payable)).some(({ channel }) => channel.id === channelId);
  const problem = isOffered
    ? findChannelProblem({ channelId, providerChannelId: bankId }, record)?.property
    : 'channelId';
  if (problem !== undefined)
    return outgoing.redirect(303, `/pay/${number}?error=${problem}&channel=${isOffered ? channelId : ''}`);
  const providerChannelId = toBankId(channelId, bankId);
  if (session === undefined) {
    gateway.ledger.payments.change(
      number,
      { channelId, providerChannelId },
      `status = ${paymentStatusNumber.pending}`,
    );
    return outgoing.redirect(303, `/bank/${number}`);
  }
  const attempt = gateway.ledger.openAttempt(session, { channelId, providerChannelId });
  outgoing.redirect(303, `/bank/${attempt.transactionNumber}`);
}

/** `POST /pay/:number/cancel`: cancels the payment (status 8) and redirects to the shop. */
export function cancelHostedPayment(gateway: Gateway, incoming: RequestWithNumber, outgoing: Response): void {
  const payable = findPayable(gateway, incoming.params.number);
  if (payable === undefined) return sendPage(outgoing, notFoundPage);
  const { number, session } = payable;
  const { status } = outcomes.cancel;
  if (session === undefined) gateway.ledger.decide(number, { status });
  else gateway.ledger.endSession(number, status);
  // If a session has no open attempt, canceling it creates a canceled payment. The URL contains the number of
  // this payment, so the payable is read again.
  const { record } = findPayable(gateway, number) ?? payable;
  outgoing.redirect(303, toShopUrl(gateway, record));
}

/** The fields of a session replace those of its last attempt, such as the channel. */
function toOrder({ session, record }: Payable): Payable['record'] {
  return session === undefined ? record : { ...record, ...session };
}

function isOpen({ session, record }: Payable): boolean {
  return (session ?? record).status === paymentStatusNumber.pending;
}

function sendResult(gateway: Gateway, { tenant, record }: Payable, outgoing: Response): void {
  const { outcome } = paymentStatus(record.status);
  const link = { url: toShopUrl(gateway, record), label: `Return to ${tenant.name}` };
  const views = {
    paid: { tone: 'success', heading: 'This order is paid.', text: 'You do not need to do anything else.' },
    authorized: { tone: 'success', heading: 'Card approved', text: 'You do not need to do anything else.' },
    expired: {
      tone: 'warning',
      heading: 'Payment time ran out',
      text: 'This payment wasn’t finished in time. Your order is still here.',
    },
    canceled: { tone: 'neutral', heading: 'Payment cancelled', text: 'You cancelled before finishing.' },
    other: {
      tone: 'neutral',
      heading: 'This payment is over',
      text: 'Return to the shop to see your order.',
    },
  } as const;
  const hasOwnView =
    outcome === 'paid' || outcome === 'authorized' || outcome === 'expired' || outcome === 'canceled';
  const view = views[hasOwnView ? outcome : 'other'];
  sendPage(outgoing, {
    title: `${view.heading} – ${tenant.name}`,
    layout: 'plain',
    body: renderResultPage({ ...view, facts: outcome === 'expired' ? [] : toResultFacts(record), link }),
  });
}

function toFormNotice(error: string): string | undefined {
  if (error === 'channelId') return 'Choose a way to pay.';
  if (error === 'providerChannelId') return 'Choose a bank that is available.';
  if (error === 'amount') return 'This way to pay does not accept the amount. Choose another way to pay.';
  return undefined;
}

/** Describes why the last attempt of a session failed. */
function toAttemptNotice({ lastAttempt }: Payable): string | undefined {
  if (lastAttempt === undefined) return undefined;
  const bank = findBank(lastAttempt.providerChannelId)?.displayName;
  const provider = bank ?? findChannel(lastAttempt.channelId)?.name ?? 'The provider';
  const reason = createAttemptReasons(provider, formatAmount(lastAttempt))[lastAttempt.status];
  return reason === undefined ? undefined : `${reason} Try again or choose another way to pay.`;
}

function createAttemptReasons(provider: string, amount: string): Readonly<Record<number, string>> {
  const declined = `${provider} declined this payment. No money was taken.`;
  const canceled = 'You cancelled before finishing. No money was taken.';
  return {
    [paymentStatusNumber.failed]: declined,
    [paymentStatusNumber.canceled]: canceled,
    [paymentStatusNumber.limitExceeded]: `${amount} is above your limit for this account.`,
    [paymentStatusNumber.minimumNotMet]: `${amount} is below the minimum of this way to pay.`,
    [paymentStatusNumber.insufficientFunds]: 'There isn’t enough money in the account.',
    [paymentStatusNumber.invalidTransaction]: declined,
    [paymentStatusNumber.userCanceled]: canceled,
  };
}
