import { providerChannelStatus } from '@pgw/protocol';
import { integer } from '../arguments.ts';
import type { Register } from '../context.ts';
import { table } from '../table.ts';

export const channels: Register = (program, contextOf) => {
  program
    .command('channels')
    .description('List the channels of the merchant.')
    .action(async (_options, command) => {
      const context = contextOf(command);
      const { signal } = context.terminal;
      const found = await context.withGateway((gateway) => gateway.getChannels({ signal }));
      context.print(found, () =>
        table(found, [
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

export const banks: Register = (program, contextOf) => {
  program
    .command('banks')
    .description('List the banks of a channel.')
    .argument('<channel>', 'id of a channel that needs a bank', integer)
    .action(async (channelId: number, _options, command) => {
      const context = contextOf(command);
      const { signal } = context.terminal;
      const found = await context.withGateway((gateway) =>
        gateway.getProviderChannels({ channelId }, { signal }),
      );
      context.print(found, () =>
        table(found, [
          { title: 'ID', cell: ({ id }) => id },
          { title: 'NAME', cell: ({ displayName, name }) => displayName ?? name },
          { title: 'STATUS', cell: ({ status }) => statusNames.get(status) ?? status },
        ]),
      );
    });
};
