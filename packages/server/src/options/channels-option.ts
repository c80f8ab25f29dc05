import * as z from '@pgw/protocol/zod';
import type { ChannelSettings, ChannelsOption, ListedChannel } from '../offers/channel-details.ts';

const hrefRule = 'must be an absolute URL with https';

function isTermsUrl(href: string): boolean {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1';
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
}

const details = {
  terms: z
    .record(
      z.string(),
      z.strictObject({
        text: z.string('must be a sentence').trim().min(1, 'must be a sentence'),
        href: z.string(hrefRule).refine(isTermsUrl, hrefRule),
      }),
    )
    .refine((terms) => Object.keys(terms).length > 0, 'must have a language')
    .optional(),
  approval: z.enum(['second-person'], 'must be second-person').optional(),
};

const listSchema = z.array(
  z.looseObject({ id: z.number().int(), name: z.string(), isProviderHostChannel: z.boolean(), ...details }),
);
const detailsSchema = z.record(z.string().regex(/^\d+$/, 'must be a channel id'), z.strictObject(details));

/** The schema of the option `channels`. The errors are those of the form that the option has. */
export const channelsSchema = z
  .unknown()
  .superRefine((option, context) => {
    if (option === undefined) return;
    const { error } = (Array.isArray(option) ? listSchema : detailsSchema).safeParse(option);
    for (const { path, message } of error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message });
  })
  .optional();

export function toChannelSettings(option: ChannelsOption | undefined): ChannelSettings {
  if (option === undefined) return { list: undefined, details: new Map() };
  if (isList(option))
    return { list: option, details: new Map(option.map((channel) => [channel.id, channel])) };
  return {
    list: undefined,
    details: new Map(Object.entries(option).map(([id, entry]) => [Number(id), entry])),
  };
}

function isList(option: ChannelsOption): option is readonly ListedChannel[] {
  return Array.isArray(option);
}
