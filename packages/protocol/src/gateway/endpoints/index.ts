import { authenticate } from './authenticate.ts';
import { getChannels } from './get-channels.ts';
import { getPayoutBanks } from './get-payout-banks.ts';
import { getProviderChannels } from './get-provider-channels.ts';
import { initialSession } from './initial-session.ts';
import { inquiryWallet } from './inquiry-wallet.ts';
import { payout } from './payout.ts';
import { processPayment } from './process-payment.ts';
import { queryPayment } from './query-payment.ts';
import { queryRefund } from './query-refund.ts';
import { queryWalletHistory } from './query-wallet-history.ts';
import { refundPayment } from './refund-payment.ts';
import { requestPayment } from './request-payment.ts';

/** All operations of the gateway that this version supports. */
export const endpoints = {
  authenticate,
  requestPayment,
  queryPayment,
  initialSession,
  getChannels,
  getProviderChannels,
  getPayoutBanks,
  payout,
  processPayment,
  inquiryWallet,
  queryWalletHistory,
  refundPayment,
  queryRefund,
} as const;

/** The type of {@link endpoints}. */
export type Endpoints = typeof endpoints;
