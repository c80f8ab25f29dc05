import { z } from 'zod';
import { channel } from '../channel.ts';
import { endpoint } from './endpoint.ts';
import * as field from './fields.ts';
import { validEntries } from './valid-entries.ts';

/**
 * The channel list. The interface mentions the list without its path and fields. The path is our assumption,
 * and public clients use these fields.
 */
export const getChannels = endpoint({
  name: 'getChannels',
  summary: 'List the channels of the merchant',
  method: 'GET',
  request: z.strictObject({ timestamp: field.timestamp.optional(), tenantId: field.tenantId.optional() }),
  response: validEntries(channel),
  hasDocumentedEnvelope: false,
  isSigned: true,
  isReadOnly: true,
  faults: [],
});
