import { PgwError, type GatewayClient } from '@pgw/client';

/** A bank that payouts can be sent to. */
export interface Bank {
  readonly code: string;
  readonly name: string;
}

/**
 * The banks of the gateway's channels, by name. The interface has no list for payouts, and the codes are the same. Empty when
 * the gateway has no such channel or does not respond: the form then has a field for the bank code.
 */
export async function fetchPayoutBanks(
  gateway: Pick<GatewayClient, 'getChannels' | 'getProviderChannels'>,
): Promise<Bank[]> {
  try {
    const channel = (await gateway.getChannels()).find(({ isProviderHostChannel }) => isProviderHostChannel);
    if (channel === undefined) return [];
    const banks = await gateway.getProviderChannels({ channelId: channel.id });
    return banks
      .map(({ id, name, displayName }) => ({ code: id, name: displayName ?? name ?? id }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  } catch (error) {
    if (error instanceof PgwError) return [];
    throw error;
  }
}

/** The bank with this name or code, in any letter case. */
export function findBank(text: string, banks: readonly Bank[]): Bank | undefined {
  const wanted = text.toLowerCase();
  return banks.find(({ code, name }) => name.toLowerCase() === wanted || code.toLowerCase() === wanted);
}
