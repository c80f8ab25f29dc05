import { GatewayFaultError, type ProviderChannel } from '@pgw/protocol';
import type { PaymentContext } from '../../../engine/payment-context.ts';
import type { PayoutBank } from '../../../model/operations/payout-options.ts';
import { requirePayoutOptions } from './payout-request.ts';

/**
 * Returns the banks of payouts, sorted by name: the configured banks, or those of the gateway (`paths.getPayoutBanks` of
 * the profile). If the gateway has no list for the payout channel, the banks of payments are returned, which have the
 * same codes. Empty when the gateway has no list of banks.
 *
 * @throws PgwError when the gateway does not respond.
 */
export async function listPayoutBanks(context: PaymentContext): Promise<readonly PayoutBank[]> {
  const { banks } = requirePayoutOptions(context);
  if (banks !== undefined) return banks;
  const { gateway } = context;
  const channelId = gateway.profile.payoutChannelId[gateway.environment];
  const payoutBanks = await readBanks(gateway.getPayoutBanks({ channelId }));
  if (payoutBanks.length > 0) return payoutBanks;
  const channel = (await gateway.getChannels()).find(({ isProviderHostChannel }) => isProviderHostChannel);
  return channel === undefined ? [] : readBanks(gateway.getProviderChannels({ channelId: channel.id }));
}

/** Waits for a list of banks. It is empty when the gateway refuses the request. */
async function readBanks(request: Promise<ProviderChannel[]>): Promise<PayoutBank[]> {
  const channels = await request.catch((error: unknown): ProviderChannel[] => {
    if (error instanceof GatewayFaultError) return [];
    throw error;
  });
  return channels
    .map(({ id, name, displayName }) => ({ code: id, name: displayName ?? name ?? id }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
