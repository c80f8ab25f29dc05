import { z } from 'zod';
import { providerChannel } from '../channel.ts';
import { endpoint } from './endpoint.ts';
import * as field from '../fields/fields.ts';
import { validEntries } from '../fields/lists.ts';

/**
 * The banks of a channel (interface document, endpoint 9). The interface does not name the query parameter.
 * `channelId` is our assumption.
 */
export const getProviderChannels = endpoint({
  name: 'getProviderChannels',
  summary: 'List the banks of a channel',
  method: 'GET',
  request: () =>
    z.strictObject({
      channelId: z.number().int(),
      timestamp: field.timestamp.optional(),
      tenantId: field.tenantId.optional(),
    }),
  response: () => validEntries(providerChannel()),
  hasDocumentedEnvelope: false,
  isReadOnly: true,
});
