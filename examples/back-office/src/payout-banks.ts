import { PgwError, type GatewayClient } from '@pgw/client';

/** A bank to which the gateway can pay out. */
export interface Bank {
  readonly code: string;
  readonly name: string;
}

/**
 * Fetches the banks, sorted by name. The gateway has no list of banks for payouts. Its list of banks for
 * payments has the same codes. Empty when the gateway has no such channel or does not respond; the form then
 * has a field for the bank code.
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

/** Finds a bank by its name or code, in any letter case. */
export function findBank(text: string, banks: readonly Bank[]): Bank | undefined {
  const searchText = text.toLowerCase();
  return banks.find(
    ({ code, name }) => name.toLowerCase() === searchText || code.toLowerCase() === searchText,
  );
}
