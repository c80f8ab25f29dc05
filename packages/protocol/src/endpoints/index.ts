import { authenticate } from './authenticate.ts';
import { getChannels } from './get-channels.ts';
import { getProviderChannels } from './get-provider-channels.ts';
import { initialSession } from './initial-session.ts';
import { queryPayment } from './query-payment.ts';
import { requestPayment } from './request-payment.ts';

/** The table: every operation of the gateway that this version speaks. */
export const endpoints = {
  authenticate,
  requestPayment,
  queryPayment,
  initialSession,
  getChannels,
  getProviderChannels,
} as const;

export type Endpoints = typeof endpoints;
