import { endpoint } from './endpoint.ts';
import { getProviderChannels } from './get-provider-channels.ts';

/**
 * The banks to which the gateway can pay out (our assumption: the interface has no operation for them). By default it
 * has the path of `getProviderChannels`, and the channel is the payout channel.
 */
export const getPayoutBanks = endpoint({
  name: 'getPayoutBanks',
  summary: 'List the banks of payouts',
  method: 'GET',
  request: () => getProviderChannels.request,
  response: () => getProviderChannels.response,
  hasDocumentedEnvelope: false,
  isReadOnly: true,
});
