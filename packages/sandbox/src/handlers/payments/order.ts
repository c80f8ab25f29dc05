import { providerChannelStatus, type Endpoints, type Money } from '@pgw/protocol';
import { type ChannelTerms, undocumentedCode } from '@pgw/protocol/internal';
import type * as z from '@pgw/protocol/zod';
import { createRefusal, createInvalidRequestRefusal } from '../responses.ts';
import { findBank, findChannel, findTerms } from '../../catalogue/catalogue.ts';
import { channelGroups, channels, type CatalogueChannel } from '../../catalogue/channels.ts';
import type { Order } from '../../ledger/ledger.ts';
import type { Tenant } from '../../options.ts';

type PayInRequest = z.output<Endpoints['requestPayment']['request']>;

/** The data of an order that is not in the request. */
export interface OrderOptions {
  readonly tenant: Tenant;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Checks a pay-in or session request against the channel list. Throws a `Refusal` when a check fails. */
export function toOrder(request: PayInRequest, { tenant, expiresAt }: OrderOptions): Order {
  checkUrls(request);
  const money = { amount: request.amount, currencyCode: request.currencyCode.toUpperCase() };
  const bankId = checkChannel(request, money);
  return {
    tenantId: tenant.id,
    referenceCode: request.referenceCode,
    ...money,
    channelId: request.channelId ?? null,
    providerChannelId: bankId,
    description: request.description ?? null,
    details: toDetails(request),
    returnUrl: request.returnUrl,
    callbackUrl: toCallbackUrl(request),
    channelGroupId: request.requestPaymentExtraInfo?.channelGroupId ?? null,
    hiddenChannels: request.requestPaymentExtraInfo?.hiddenChannel ?? [],
    expiresAt,
  };
}

/** Returns the data of a request that the payment itself does not need, as JSON. The dashboard shows it. */
function toDetails({
  customer,
  localCitizen,
  savePayment,
  subMerchant,
  platformCharge,
  recurringPaymentInfo,
}: PayInRequest): string | null {
  const details = { customer, localCitizen, savePayment, subMerchant, platformCharge, recurringPaymentInfo };
  const text = JSON.stringify(details);
  return text === '{}' ? null : text;
}

/** Lists the channels of the hosted page: those that accept the currency, with the violated limit if there is one. */
export function listOfferedChannels(
  order: Pick<Order, 'amount' | 'currencyCode' | 'channelGroupId' | 'hiddenChannels'>,
): { readonly channel: CatalogueChannel; readonly terms: ChannelTerms }[] {
  return channels
    .filter((channel) => !order.hiddenChannels.includes(channel.id))
    .filter(({ group }) => order.channelGroupId === null || channelGroups[group].id === order.channelGroupId)
    .flatMap((channel) => {
      const terms = findTerms(channel, order);
      return terms === undefined ? [] : [{ channel, terms }];
    });
}

/** Finds the reason why a channel or bank does not accept an amount. */
export function findChannelProblem(
  choice: { readonly channelId: number; readonly providerChannelId: string | undefined },
  money: Money,
): { readonly property: 'channelId' | 'providerChannelId' | 'amount'; readonly message: string } | undefined {
  const channel = findChannel(choice.channelId);
  if (channel === undefined)
    return { property: 'channelId', message: describeUnknownChannel(choice.channelId) };
  const terms = findTerms(channel, money);
  if (terms === undefined) {
    const others = channels.filter((other) => findTerms(other, money) !== undefined);
    const message = `${channel.name} does not accept ${money.currencyCode}. ${listChoices('Channels that do', others)}`;
    return { property: 'channelId', message };
  }
  if (terms.limit !== undefined) {
    const bound = terms.limit.kind === 'min' ? 'from' : 'up to';
    const others = channels.filter((other) => {
      const termsOfOther = findTerms(other, money);
      return termsOfOther !== undefined && termsOfOther.limit === undefined;
    });
    const message =
      `${channel.name} only accepts amounts ${bound} ${terms.limit.amount} ${money.currencyCode} minor units. ` +
      listChoices('Channels that accept this amount', others);
    return { property: 'amount', message };
  }
  if (channel.banks === undefined) return undefined;
  return findBankProblem(choice.providerChannelId, channel);
}

/** Returns the message about a channel that does not exist, with the channels that do. */
export function describeUnknownChannel(channelId: number): string {
  return `Channel ${channelId} does not exist. ${listChoices('Channels', channels)}`;
}

/** Lists what could be chosen, such as `Channels: 2 (Online banking), 5 (KilatPay).` */
function listChoices(
  title: string,
  choices: readonly { readonly id: string | number; readonly name: string }[],
): string {
  const texts = choices.map(({ id, name }) => `${id} (${name})`);
  return `${title}: ${texts.length === 0 ? 'none' : texts.join(', ')}.`;
}

/** Returns the id of the chosen bank as in the catalogue, or null when the channel needs no bank. */
export function toBankId(channelId: number, providerChannelId: string | undefined): string | null {
  const hasBanks = findChannel(channelId)?.banks !== undefined;
  if (!hasBanks || providerChannelId === undefined) return null;
  return findBank(providerChannelId)?.id ?? null;
}

function findBankProblem(
  id: string | undefined,
  channel: CatalogueChannel,
): ReturnType<typeof findChannelProblem> {
  const property = 'providerChannelId';
  // This message is sent after the name of the property.
  if (id === undefined) return { property, message: `is required when the channel is ${channel.name}` };
  const { banks = [] } = channel;
  const found = findBank(id);
  const bank = found !== undefined && banks.includes(found) ? found : undefined;
  if (bank?.status === providerChannelStatus.available) return undefined;
  const problem =
    bank === undefined
      ? `Provider channel ${id} does not exist.`
      : `${bank.displayName} is not available now.`;
  const available = banks.filter(({ status }) => status === providerChannelStatus.available);
  return { property, message: `${problem} ${listChoices('Provider channels', available)}` };
}

/** Returns the id of the bank, or null when the channel needs none. Throws a `Refusal` when a check fails. */
function checkChannel(request: PayInRequest, money: Money): string | null {
  if (request.channelId === undefined) {
    if (channels.some((channel) => findTerms(channel, money) !== undefined)) return null;
    throw createRefusal(undocumentedCode, `No channel accepts ${money.currencyCode}.`);
  }
  const problem = findChannelProblem(
    { channelId: request.channelId, providerChannelId: request.providerChannelId },
    money,
  );
  if (problem === undefined) {
    const required = findChannel(request.channelId)?.requires;
    if (required === undefined || (request.customer?.[required] ?? '') !== '')
      return toBankId(request.channelId, request.providerChannelId);
    const message = `is required when the channel is ${findChannel(request.channelId)?.name}`;
    throw createInvalidRequestRefusal([{ path: `customer.${required}`, message }]);
  }
  if (problem.property === 'providerChannelId' && request.providerChannelId === undefined)
    throw createInvalidRequestRefusal([{ path: problem.property, message: problem.message }]);
  throw createRefusal(undocumentedCode, problem.message);
}

/** Both must be absolute URLs. An empty callbackUrl counts as missing. Throws a `Refusal` when a check fails. */
export function checkUrls({
  returnUrl,
  callbackUrl,
}: {
  readonly returnUrl: string;
  readonly callbackUrl?: string | undefined;
}): void {
  checkUrl('returnUrl', returnUrl);
  if (callbackUrl !== undefined && callbackUrl !== '') checkUrl('callbackUrl', callbackUrl);
}

/** Returns the callbackUrl of a request, or null when it is missing or empty. */
export function toCallbackUrl({ callbackUrl }: { readonly callbackUrl?: string | undefined }): string | null {
  return callbackUrl === undefined || callbackUrl === '' ? null : callbackUrl;
}

function checkUrl(path: string, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return;
  throw createInvalidRequestRefusal([{ path, message: 'must be an absolute http or https URL' }]);
}
