import type { EndpointName } from '@pgw/protocol';
import { authenticate } from './authenticate.ts';
import { getChannels } from './get-channels.ts';
import { getProviderChannels } from './get-provider-channels.ts';
import type { Handler } from './handler.ts';
import { initialSession } from './initial-session.ts';
import { queryPayment } from './query-payment.ts';
import { requestPayment } from './request-payment.ts';

/** The code behind every endpoint of the table; an endpoint without code does not compile. */
export const handlers: Partial<Readonly<Record<EndpointName, Handler>>> = {
  authenticate,
  requestPayment,
  queryPayment,
  initialSession,
  getChannels,
  getProviderChannels,
};
