import { GatewayFaultError, type ProviderChannel } from '@pgw/protocol';
import type { Engine } from '../../payments/engine.ts';
import type { PayoutBank } from './payout-options.ts';
import { requirePayoutOptions } from './payout-request.ts';

/**
 * Returns the banks of payouts, sorted by name: the configured banks, or those of the payout channel at the
 * gateway. If the gateway has no list for the payout channel, the banks of payments are returned, which have the
 * same codes. Empty when the gateway has no list of banks.
 *
 * @throws PgwError when the gateway does not respond.
 */
export async function listPayoutBanks(engine: Engine): Promise<readonly PayoutBank[]> {
  const { banks, environment } = requirePayoutOptions(engine);
  if (banks !== undefined) return banks;
  const { gateway } = engine;
  const listed = await fetchBanks(engine, gateway.profile.payoutChannelId[environment]);
  if (listed.length > 0) return listed;
  const channel = (await gateway.getChannels()).find(({ isProviderHostChannel }) => isProviderHostChannel);
  return channel === undefined ? [] : fetchBanks(engine, channel.id);
}

async function fetchBanks({ gateway }: Engine, channelId: number): Promise<PayoutBank[]> {
  const channels = await gateway
    .getProviderChannels({ channelId })
    .catch((error: unknown): ProviderChannel[] => {
      if (error instanceof GatewayFaultError) return [];
      throw error;
    });
  return channels
    .map(({ id, name, displayName }) => ({ code: id, name: displayName ?? name ?? id }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
