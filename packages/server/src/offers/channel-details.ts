import type { Channel, ChannelTermsText } from '@pgw/protocol';
import * as z from '@pgw/protocol/zod';
import { requirableFields } from '../model/payments/order-details.ts';

/** What the interface of the gateway does not tell about a channel. */
export interface ChannelDetails {
  /**
   * The terms of the channel, by BCP 47 language tag, such as `en`. The sentence is shown below Pay while the channel is
   * chosen, in the language of the shopper, or else in English or the first language of the record.
   */
  readonly terms?: Readonly<Record<string, ChannelTermsText>> | undefined;
  /**
   * `second-person`: another person of the shopper's company approves a payment, perhaps days later. A pending payment
   * then waits for this person, without a deadline.
   */
  readonly approval?: 'second-person' | undefined;
  /**
   * The details of an order without which the gateway refuses the channel, such as `customer.mobileNo`. A start without one
   * is refused before the gateway receives a request, and the event `order-field-missing` names it.
   */
  readonly requires?: readonly (typeof requirableFields)[number][] | undefined;
}

/** A channel of a fixed list, with its details. */
export type ListedChannel = Channel & ChannelDetails;

/** A fixed list of channels, or the details of channels of the gateway's list, by channel id. */
export type ChannelsOption = readonly ListedChannel[] | Readonly<Record<number, ChannelDetails>>;

/** The channels and their details, as the checkout uses them. */
export interface ChannelSettings {
  /** Undefined: the gateway's list is used. */
  readonly list: readonly Channel[] | undefined;
  readonly details: ReadonlyMap<number, ChannelDetails>;
}

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
  requires: z.array(z.enum(requirableFields, `must be one of ${requirableFields.join(', ')}`)).optional(),
};

const listSchema = z.array(
  z.looseObject({ id: z.number().int(), name: z.string(), isProviderHostChannel: z.boolean(), ...details }),
);
const detailsSchema = z.record(z.string().regex(/^\d+$/, 'must be a channel id'), z.strictObject(details));

/** The errors are those of the form that the option has. */
export const channelsSchema = z
  .unknown()
  .superRefine((option, context) => {
    const { error } = (Array.isArray(option) ? listSchema : detailsSchema).safeParse(option);
    for (const { path, message } of error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message });
  })
  // The schemas have checked that the option has one of these forms.
  .transform((option) => toChannelSettings(option as ChannelsOption))
  .prefault(() => ({}));

function toChannelSettings(option: ChannelsOption): ChannelSettings {
  if (isList(option))
    return { list: option, details: new Map(option.map((channel) => [channel.id, channel])) };
  const entries = Object.entries(option).map(([id, entry]) => [Number(id), entry] as const);
  return { list: undefined, details: new Map(entries) };
}

function isList(option: ChannelsOption): option is readonly ListedChannel[] {
  return Array.isArray(option);
}
