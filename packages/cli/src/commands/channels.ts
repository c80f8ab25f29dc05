import { providerChannelStatus } from '@pgw/protocol';
import { parseInteger } from '../arguments.ts';
import type { DefineCommand } from '../context.ts';
import { formatTable } from '../table.ts';

/** Defines `pgw channels`, which lists the channels of the merchant. */
export const defineChannels: DefineCommand = (command, createContext) => {
  command.action(async () => {
    const context = createContext();
    const channels = await context.callGateway((gateway, callOptions) => gateway.getChannels(callOptions));
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

const statusNames = new Map<number, string>(
  Object.entries(providerChannelStatus).map(([name, status]) => [status, name]),
);

/** Defines `pgw banks`, which lists the banks of a channel. */
export const defineBanks: DefineCommand = (command, createContext) => {
  command
    .argument('<channel>', 'id of a channel that needs a bank', parseInteger)
    .action(async (channelId: number) => {
      const context = createContext();
      const banks = await context.callGateway((gateway, callOptions) =>
        gateway.getProviderChannels({ channelId }, callOptions),
      );
      context.print(banks, () =>
        formatTable(banks, [
          { title: 'ID', cell: ({ id }) => id },
          { title: 'NAME', cell: ({ displayName, name }) => displayName ?? name },
          { title: 'STATUS', cell: ({ status }) => statusNames.get(status) ?? status },
        ]),
      );
    });
};
