import { currencyCode } from '@pgw/pages';
import { PgwError } from '@pgw/protocol';
import type { PayoutBank } from '@pgw/server/operator';
import type { Office } from '../context.ts';
import { findWallets } from '../wallets/wallet-routes.ts';

/** The gateway's number for the wallet type "Payout wallet". */
const payoutWalletType = 2;

/**
 * Fetches the sum of all payout wallets in the shop's currency, in sen. Undefined when the request fails.
 */
export async function fetchPayoutBalance(office: Office): Promise<number | undefined> {
  const source = findWallets(office);
  if (source === undefined) return undefined;
  return ignoreGatewayErrors(undefined, async () => {
    const { wallets } = await source.gateway.inquiryWallet({ tenantId: source.merchantId });
    const payoutWallets = wallets.filter(
      (wallet) => wallet.walletType === payoutWalletType && wallet.currencyCode === currencyCode,
    );
    return Math.round(payoutWallets.reduce((sum, { balance }) => sum + balance, 0) * 100);
  });
}

/** Fetches the banks of payouts. Empty when the request fails: the form then has a field for the bank code. */
export async function fetchPayoutBanks({ checkout }: Office): Promise<readonly PayoutBank[]> {
  return ignoreGatewayErrors([], () => checkout.operator.payouts.banks());
}

async function ignoreGatewayErrors<Result>(fallback: Result, load: () => Promise<Result>): Promise<Result> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof PgwError) return fallback;
    throw error;
  }
}
