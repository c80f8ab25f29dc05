import type { StorefrontChannel } from '@pgw/protocol';
import { acceptsBrand } from '../../cards/card-options.ts';
import type { Context } from '../route.ts';

/** Returns the shop's id of the customer. Null for a guest, or without `cards.resolveCustomer`. */
export async function findCustomer({ settings }: Context, native: unknown): Promise<string | null> {
  const customer = await settings.cards?.resolveCustomer?.(native);
  return customer === undefined || customer === '' ? null : customer;
}

/** Adds the saved cards of a customer to the card channels. For a guest, the channels cannot save cards. */
export async function addSavedCards(
  context: Context,
  native: unknown,
  channels: readonly StorefrontChannel[],
): Promise<readonly StorefrontChannel[]> {
  if (!channels.some(({ card }) => card?.canSave === true)) return channels;
  const { cards } = context;
  const customer = await findCustomer(context, native);
  const customerCards = customer === null ? [] : ((await cards?.saved.list(customer)) ?? []);
  const savedCards = customerCards.filter(
    ({ brand }) => cards !== undefined && acceptsBrand(cards.settings, brand),
  );
  return channels.map((channel) =>
    channel.card?.canSave === true
      ? { ...channel, card: { ...channel.card, canSave: customer !== null, savedCards } }
      : channel,
  );
}
