import { type Channel, type Money, type ProviderChannel } from '@pgw/protocol';
import { channelTerms, type ChannelTerms } from '@pgw/protocol/internal';
import { banks, type Bank } from './banks.ts';
import {
  channelGroups,
  channels,
  channelTypeNumbers,
  type CatalogueChannel,
  type CatalogueCurrency,
} from './channels.ts';
import { lintasWallets } from './lintas.ts';
import type { Mark } from './marks.ts';
import { plans } from './plans.ts';

export function findChannel(id: number | null): CatalogueChannel | undefined {
  return channels.find((channel) => channel.id === id);
}

/** Finds a bank or wallet of any channel, or a plan, by its id, in any letter case. */
export function findBank(id: string | null): Bank | undefined {
  return [...banks, ...plans, ...lintasWallets].find((bank) => bank.id === id?.toUpperCase());
}

/** Finds the limits and the fee of a channel; undefined for a currency that is not accepted. */
export function findTerms(channel: CatalogueChannel, money: Money): ChannelTerms | undefined {
  // The terms do not depend on the base URL.
  return channelTerms(toWireChannel(channel, ''), money);
}

/** Computes the fee that the shopper pays in addition to the amount, in minor units. */
export function computeFee(channelId: number | null, money: Money): number {
  const channel = findChannel(channelId);
  return channel === undefined ? 0 : (findTerms(channel, money)?.fee ?? 0);
}

/** Converts a channel to the form of a response. */
export function toWireChannel(channel: CatalogueChannel, baseUrl: string): Channel {
  const group = channelGroups[channel.group];
  return {
    id: channel.id,
    name: channel.name,
    type: channelTypeNumbers[channel.type],
    isProviderHostChannel: channel.banks !== undefined,
    imageUrl: `${baseUrl}/logos/channel-${channel.id}.svg`,
    groupId: group.id,
    groupName: group.name,
    groupImageUrl: `${baseUrl}/logos/group-${group.id}.svg`,
    savePayment: channel.savePayment ?? false,
    currencyList: channel.currencies.map(toWireCurrency),
  };
}

function toWireCurrency(currency: CatalogueCurrency): NonNullable<Channel['currencyList']>[number] {
  return {
    acceptedCurrencyCode: currency.code,
    minRequestAmount: currency.min ?? 0,
    maxRequestAmount: currency.max ?? 0,
    dailyTransactionCount: 0,
    dailyTransactionAmount: 0,
    surcharge: currency.feePercent ?? currency.fee ?? 0,
    isSurchargePercentage: currency.feePercent !== undefined,
    minSurchargeAmount: 0,
    maxSurchargeAmount: 0,
  };
}

/** Converts a bank to the form of a response. */
export function toWireBank(bank: Bank, baseUrl: string): ProviderChannel {
  const { id, name, displayName, status } = bank;
  return { id, name, displayName, imageUrl: `${baseUrl}/logos/bank-${id}.svg`, status };
}

/** Finds the logo with a file name such as `channel-2`, `group-1` or `bank-BSERI01`. */
export function findMark(logo: string): Mark | undefined {
  const [kind, id = ''] = logo.split('-');
  if (kind === 'channel') return findChannel(Number(id))?.mark;
  if (kind === 'bank') return findBank(id)?.mark;
  if (kind !== 'group') return undefined;
  return Object.values(channelGroups).find((group) => group.id === Number(id))?.mark;
}
