import { z } from 'zod';
import { channel } from '../channel.ts';
import { endpoint } from './endpoint.ts';
import * as field from '../fields/fields.ts';
import { validEntries } from '../fields/lists.ts';

/**
 * The channel list. The interface mentions the list, but does not describe its path and its fields. The path
 * is our assumption. The fields are those that public clients read.
 */
export const getChannels = endpoint({
  name: 'getChannels',
  summary: 'List the channels of the merchant',
  method: 'GET',
  request: () =>
    z.strictObject({ timestamp: field.timestamp.optional(), tenantId: field.tenantId.optional() }),
  response: () => validEntries(channel()),
  hasDocumentedEnvelope: false,
  isReadOnly: true,
});
