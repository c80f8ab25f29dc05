import { endpoints } from '@pgw/protocol';
import { toWireChannel } from '../catalogue/catalogue.ts';
import { channels } from '../catalogue/channels.ts';
import { createHandler } from './handler.ts';

/** Types are integers, or text with the preset `lenient`. */
export const getChannels = createHandler(endpoints.getChannels, (_request, { gateway }) =>
  gateway.scenarios.use('list', {}, 'no-channels').length === 0
    ? channels.map((channel) => ({
        ...toWireChannel(channel, gateway.url()),
        ...(gateway.settings.preset === 'lenient' && { type: channel.type }),
      }))
    : [],
);
