import type { StorefrontChannel } from '@pgw/protocol';
import type { Request } from 'express';
import { acceptsBrand } from '../../cards/card-brand.ts';
import type { Context } from '../context.ts';

/** The shop's id of the visitor; null for a guest or without `cards.customerOf`. */
export async function customerOf({ settings }: Context, req: Request): Promise<string | null> {
  const customer = await settings.cards?.customerOf?.(req);
  return customer === undefined || customer === '' ? null : customer;
}

/**
 * The card channels for this visitor: with the saved cards of accepted brands for a customer, and without
 * saving for a guest.
 */
export async function withSavedCards(
  context: Context,
  req: Request,
  channels: readonly StorefrontChannel[],
): Promise<readonly StorefrontChannel[]> {
  if (!channels.some(({ card }) => card?.canSave === true)) return channels;
  const { cards } = context;
  const customer = await customerOf(context, req);
  const kept = customer === null ? [] : ((await cards?.saved.list(customer)) ?? []);
  const savedCards = kept.filter(({ brand }) => cards !== undefined && acceptsBrand(cards.settings, brand));
  return channels.map((channel) =>
    channel.card?.canSave === true
      ? { ...channel, card: { ...channel.card, canSave: customer !== null, savedCards } }
      : channel,
  );
}
