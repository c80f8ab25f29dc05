import { providerChannelStatus } from '@pgw/protocol';
import { parseInteger } from '../arguments.ts';
import type { DefineCommand } from '../context.ts';
import { formatTable, nameNumbers } from '../table.ts';

export const defineChannels: DefineCommand = (command, createContext) => {
  command.action(async () => {
    const context = createContext();
    const channels = await context.request('getChannels', {});
    context.print(channels, () =>
      formatTable(channels, [
        { title: 'ID', cell: ({ id }) => id },
        { title: 'NAME', cell: ({ name }) => name },
        { title: 'TYPE', cell: ({ type }) => type },
        { title: 'NEEDS A BANK', cell: (channel) => (channel.isProviderHostChannel ? 'yes' : '') },
        {
          title: 'CURRENCIES',
          cell: ({ currencyList }) => currencyList?.map((entry) => entry.acceptedCurrencyCode).join(' '),
        },
      ]),
    );
  });
};

const toStatusName = nameNumbers(providerChannelStatus);

export const defineBanks: DefineCommand = (command, createContext) => {
  command
    .argument('<channel>', 'id of a channel that needs a bank', parseInteger)
    .action(async (channelId: number) => {
      const context = createContext();
      const banks = await context.request('getProviderChannels', { channelId });
      context.print(banks, () =>
        formatTable(banks, [
          { title: 'ID', cell: ({ id }) => id },
          { title: 'NAME', cell: ({ displayName, name }) => displayName ?? name },
          { title: 'STATUS', cell: ({ status }) => toStatusName(status) },
        ]),
      );
    });
};
