import { endpoints } from '@pgw/protocol';
import { undocumentedCode } from '@pgw/protocol/internal';
import { createRefusal } from '../http/responses.ts';
import { toWireBank, findChannel } from '../catalogue/catalogue.ts';
import { createHandler } from './handler.ts';
import { describeUnknownChannel } from './payments/order.ts';

/** Lists the banks of a channel. The list is empty for a channel without banks. */
export const getProviderChannels = createHandler(endpoints.getProviderChannels, (request, { gateway }) => {
  const channel = findChannel(request.channelId);
  if (channel === undefined) throw createRefusal(undocumentedCode, describeUnknownChannel(request.channelId));
  return (channel.banks ?? []).map((bank) => toWireBank(bank, gateway.url()));
});
