import type { StorefrontChannel } from '@pgw/protocol';
import type { Request } from 'express';
import { takesBrand } from '../../cards/card-brand.ts';
import type { Context } from '../context.ts';

/** Who the visitor is, as the shop's sign-in says; null for a guest, and in a shop that keeps no cards. */
export async function customerOf({ settings }: Context, req: Request): Promise<string | null> {
  const customer = await settings.cards?.customerOf?.(req);
  return customer === undefined || customer === '' ? null : customer;
}

/**
 * Card channels as this visitor sees them: a customer with the cards that were kept and are of brands that are still taken, a
 * guest without a way to keep any.
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
  const savedCards = kept.filter(({ brand }) => cards !== undefined && takesBrand(cards.settings, brand));
  return channels.map((channel) =>
    channel.card?.canSave === true
      ? { ...channel, card: { ...channel.card, canSave: customer !== null, savedCards } }
      : channel,
  );
}
