import { endpoints } from '@pgw/protocol';
import { createRefusal } from './responses.ts';
import { toDecimal } from '../ledger/decimal.ts';
import { toTenantNumber } from './fields/tenant-number.ts';
import { createHandler } from './handler.ts';

export const walletNotFoundCode = 1005;

/** With another merchant's ID in the body, no wallet is found. */
export const inquiryWallet = createHandler(endpoints.inquiryWallet, ({ tenantId }, { gateway, tenant }) => {
  const { ledger } = gateway;
  ledger.applyDueChanges();
  const wallets = tenantId === toTenantNumber(tenant.id) ? ledger.wallets.list(tenant.id) : [];
  if (wallets.length === 0) throw createRefusal(walletNotFoundCode, 'Tenant Wallet Not Found');
  return {
    tenantId,
    tenantName: tenant.name,
    wallets: wallets.map(({ id, currencyCode, balance, walletType, walletStatus }) => ({
      id,
      currencyCode,
      balance: toDecimal(balance, currencyCode),
      walletType,
      walletStatus,
    })),
  };
});
