import { channelTerms, providerChannelStatus, type Endpoints, type Money } from '@pgw/protocol';
import type { z } from 'zod';
import { refuse, refuseInvalid } from '../answers.ts';
import { channelOnWire, findBank, findChannel } from '../catalogue/catalogue.ts';
import { channels, type CatalogueChannel } from '../catalogue/channels.ts';
import type { Order } from '../ledger/ledger.ts';
import type { Tenant } from '../options.ts';

type PayIn = z.output<Endpoints['requestPayment']['request']>;

export interface OrderOptions {
  readonly tenant: Tenant;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The order in a pay-in or session request, once the rules that need the channel list are kept. Throws a `Refusal`. */
export function orderOf(request: PayIn, { tenant, expiresAt }: OrderOptions): Order {
  checkAddresses(request);
  const money = { amount: request.amount, currencyCode: request.currencyCode.toUpperCase() };
  const bankId = checkChannel(request, money);
  return {
    tenantId: tenant.id,
    referenceCode: request.referenceCode,
    ...money,
    channelId: request.channelId ?? null,
    providerChannelId: bankId,
    description: request.description ?? null,
    returnUrl: request.returnUrl,
    callbackUrl: request.callbackUrl === undefined || request.callbackUrl === '' ? null : request.callbackUrl,
    channelGroupId: request.requestPaymentExtraInfo?.channelGroupId ?? null,
    hiddenChannels: request.requestPaymentExtraInfo?.hiddenChannel ?? [],
    expiresAt,
  };
}

/**
 * The channels that take this money on the hosted page, with the reason where the amount is outside their limits.
 * Hidden channels and other groups than the asked one are left out.
 */
export function offeredChannels(
  order: Pick<Order, 'amount' | 'currencyCode' | 'channelGroupId' | 'hiddenChannels'>,
): { readonly channel: CatalogueChannel; readonly terms: NonNullable<ReturnType<typeof channelTerms>> }[] {
  return channels
    .filter((channel) => !order.hiddenChannels.includes(channel.id))
    .map((channel) => ({ channel, wire: channelOnWire(channel, '') }))
    .filter(({ wire }) => order.channelGroupId === null || wire.groupId === order.channelGroupId)
    .flatMap(({ channel, wire }) => {
      const terms = channelTerms(wire, order);
      return terms === undefined ? [] : [{ channel, terms }];
    });
}

/** Why a channel and bank cannot take this money, or undefined when they can. */
export function channelProblem(
  chosen: { readonly channelId: number; readonly providerChannelId: string | undefined },
  money: Money,
): { readonly member: 'channelId' | 'providerChannelId' | 'amount'; readonly message: string } | undefined {
  const channel = findChannel(chosen.channelId);
  if (channel === undefined)
    return { member: 'channelId', message: `Channel ${chosen.channelId} does not exist.` };
  const terms = channelTerms(channelOnWire(channel, ''), money);
  if (terms === undefined)
    return { member: 'channelId', message: `${channel.name} does not take ${money.currencyCode}.` };
  if (terms.limit !== undefined) {
    const bound = terms.limit.kind === 'min' ? 'from' : 'up to';
    return {
      member: 'amount',
      message: `${channel.name} takes amounts ${bound} ${terms.limit.amount} ${money.currencyCode} minor units only.`,
    };
  }
  if (channel.isProviderHostChannel !== true) return undefined;
  return bankProblem(chosen.providerChannelId, channel);
}

function bankProblem(id: string | undefined, channel: CatalogueChannel): ReturnType<typeof channelProblem> {
  const member = 'providerChannelId';
  if (id === undefined) return { member, message: `is required when the channel is ${channel.name}` };
  const bank = findBank(id);
  if (bank === undefined) return { member, message: `Provider channel ${id} does not exist.` };
  if (bank.status === providerChannelStatus.available) return undefined;
  return { member, message: `${bank.displayName} is not available now.` };
}

function checkChannel(request: PayIn, money: Money): string | null {
  if (request.channelId === undefined) {
    if (channels.some((channel) => channelTerms(channelOnWire(channel, ''), money) !== undefined))
      return null;
    throw refuse(0, `No channel takes ${money.currencyCode}.`);
  }
  const problem = channelProblem(
    { channelId: request.channelId, providerChannelId: request.providerChannelId },
    money,
  );
  if (problem === undefined) {
    const asksForBank = findChannel(request.channelId)?.isProviderHostChannel === true;
    return asksForBank ? (findBank(request.providerChannelId ?? null)?.id ?? null) : null;
  }
  if (problem.member === 'providerChannelId' && request.providerChannelId === undefined)
    throw refuseInvalid([{ path: problem.member, message: problem.message }]);
  throw refuse(0, problem.message);
}

/** Where browser and callback go must be absolute addresses. An empty callbackUrl counts as none. Throws a `Refusal`. */
export function checkAddresses({
  returnUrl,
  callbackUrl,
}: {
  readonly returnUrl: string;
  readonly callbackUrl?: string | undefined;
}): void {
  checkAddress('returnUrl', returnUrl);
  if (callbackUrl !== undefined && callbackUrl !== '') checkAddress('callbackUrl', callbackUrl);
}

function checkAddress(path: string, address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return;
  throw refuseInvalid([{ path, message: 'must be an absolute http or https address' }]);
}
