import { endpoints } from '@pgw/protocol';
import { undocumentedCode } from '@pgw/protocol/internal';
import { createRefusal } from './responses.ts';
import { banks } from '../catalogue/banks.ts';
import { toWireBank } from '../catalogue/catalogue.ts';
import { createHandler } from './handler.ts';
import { describeUnknownChannel } from './payments/order.ts';
import { isPayoutChannel } from './payout.ts';

/** Lists the banks of a payout channel. At the default path, `getProviderChannels` responds instead. */
export const getPayoutBanks = createHandler(endpoints.getPayoutBanks, ({ channelId }, { gateway }) => {
  if (!isPayoutChannel(channelId, gateway.settings.profile.payoutChannelId))
    throw createRefusal(undocumentedCode, describeUnknownChannel(channelId));
  return banks.map((bank) => toWireBank(bank, gateway.url()));
});
