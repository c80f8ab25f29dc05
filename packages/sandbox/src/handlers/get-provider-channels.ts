import { endpoints } from '@pgw/protocol';
import { undocumentedCode } from '@pgw/protocol/internal';
import { createRefusal } from './responses.ts';
import { toWireBank, findChannel } from '../catalogue/catalogue.ts';
import { createBank, type Bank } from '../catalogue/banks.ts';
import { createHandler } from './handler.ts';
import { describeUnknownChannel } from './payments/order.ts';

/** Lists the banks of a channel. The list is empty for a channel without banks. */
export const getProviderChannels = createHandler(endpoints.getProviderChannels, (request, { gateway }) => {
  const channel = findChannel(request.channelId);
  if (channel === undefined) throw createRefusal(undocumentedCode, describeUnknownChannel(request.channelId));
  const banks = channel.banks ?? [];
  const hasMore =
    banks.length > 0 && gateway.scenarios.use('list', { channelId: channel.id }, 'many-banks').length > 0;
  return [...banks, ...(hasMore ? additionalBanks : [])].map((bank) => toWireBank(bank, gateway.url()));
});

/** The banks of the scenario `many-banks`. A payment cannot choose them. */
const additionalBanks: readonly Bank[] = Array.from({ length: 40 }, (_, index) =>
  createBank(`BTEST${String(index + 1).padStart(2, '0')}`, `Bank Contoh ${index + 1}`, {
    color: '#40513B',
    glyph: 'shield',
  }),
);
