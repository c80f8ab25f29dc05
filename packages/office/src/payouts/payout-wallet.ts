import { PgwError } from '@pgw/client';
import { currencyCode } from '@pgw/pages';
import type { PayoutBank } from '@pgw/express/operator';
import type { Office } from '../context.ts';

/** The gateway's number for the wallet type "Payout wallet". */
const payoutWalletType = 2;

/**
 * Fetches the sum of all payout wallets in the shop's currency, in sen. Undefined when the request fails.
 */
export async function fetchPayoutBalance({ gateway, merchantId }: Office): Promise<number | undefined> {
  return ignoreGatewayErrors(undefined, async () => {
    const { wallets } = await gateway.inquiryWallet({ tenantId: merchantId });
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
