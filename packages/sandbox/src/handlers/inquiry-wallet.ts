import { endpoints } from '@pgw/protocol';
import { refuse } from '../responses.ts';
import { decimalOf } from '../decimal.ts';
import { tenantNumber } from '../tenant-number.ts';
import { handler } from './handler.ts';

export const walletNotFoundCode = 1005;

/** Lists the wallets of the requesting merchant. With another merchant's ID in the body, no wallet is found. */
export const inquiryWallet = handler(endpoints.inquiryWallet, ({ tenantId }, { gateway, tenant }) => {
  const { ledger } = gateway;
  ledger.expireOverdue();
  const wallets = tenantId === tenantNumber(tenant.id) ? ledger.wallets.list(tenant.id) : [];
  if (wallets.length === 0) throw refuse(walletNotFoundCode, 'Tenant Wallet Not Found');
  return {
    tenantId,
    tenantName: tenant.name,
    wallets: wallets.map(({ id, currencyCode, balance, walletType, walletStatus }) => ({
      id,
      currencyCode,
      balance: decimalOf(balance, currencyCode),
      walletType,
      walletStatus,
    })),
  };
});
