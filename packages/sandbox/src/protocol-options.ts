/**
 * Options for known differences between gateways or clients. All options are off by default. See
 * `docs/gateway-profile.md`.
 */
export interface ProtocolOptions {
  /** Also accepts a signature over the unsorted request, not only over its sorted form. */
  readonly lenientSignatures?: boolean | undefined;
  /** Also accepts a timestamp in seconds, not only in milliseconds. */
  readonly seconds?: boolean | undefined;
  /** Returns payment queries, refunds and channel lists without the `result` envelope. */
  readonly bare?: boolean | undefined;
  /**
   * Follows the interface document where known gateways differ from it: numbers have at most 24 characters,
   * responses are `bare`, and the response to a wrong signature has the form of the interface.
   */
  readonly strictInterface?: boolean | undefined;
  /** Lists the type of a channel as text, such as `Card`, instead of an integer. */
  readonly textChannelTypes?: boolean | undefined;
  /** Accepts the tenant header under its old name, `Abp.TenantId`. */
  readonly oldTenantHeader?: boolean | undefined;
  /** Accepts a signed request that has no bearer token. */
  readonly signatureOnly?: boolean | undefined;
}

export type ProtocolOptionName = keyof ProtocolOptions;

/** Every option with its value. */
export type ProtocolSettings = Readonly<Record<ProtocolOptionName, boolean>>;

/** The flag of each option on the command line, and its description in the help and on the dashboard. */
export const protocolOptions = {
  lenientSignatures: {
    flag: 'lenient-signatures',
    description: 'Also accepts a signature over the unsorted request, not only over its sorted form.',
  },
  seconds: {
    flag: 'seconds',
    description: 'Also accepts a timestamp in seconds, not only in milliseconds.',
  },
  bare: {
    flag: 'bare',
    description: 'Returns payment queries, refunds and channel lists without the result envelope.',
  },
  strictInterface: {
    flag: 'strict-interface',
    description:
      'Follows the interface document where gateways differ from it: shorter numbers, no envelopes, and another response to a wrong signature.',
  },
  textChannelTypes: {
    flag: 'text-channel-types',
    description: 'Lists the type of a channel as text, such as Card, instead of an integer.',
  },
  oldTenantHeader: {
    flag: 'old-tenant-header',
    description: 'Accepts the tenant header under its old name, Abp.TenantId.',
  },
  signatureOnly: {
    flag: 'signature-only',
    description: 'Accepts a signed request that has no bearer token.',
  },
} as const satisfies Record<ProtocolOptionName, { readonly flag: string; readonly description: string }>;

/** The names of the options, in the order of the help. */
// `Object.keys` of a constant record returns the keys of its type.
export const protocolOptionNames = Object.keys(protocolOptions) as readonly ProtocolOptionName[];

/** Sets the defaults: every option is off, and `strictInterface` includes `bare`. */
export function readProtocolOptions(options: ProtocolOptions): ProtocolSettings {
  const { strictInterface = false } = options;
  return {
    lenientSignatures: options.lenientSignatures ?? false,
    seconds: options.seconds ?? false,
    bare: strictInterface || (options.bare ?? false),
    strictInterface,
    textChannelTypes: options.textChannelTypes ?? false,
    oldTenantHeader: options.oldTenantHeader ?? false,
    signatureOnly: options.signatureOnly ?? false,
  };
}
