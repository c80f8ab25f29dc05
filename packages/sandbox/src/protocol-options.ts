/** Where gateways and their clients are known to differ. Each is off by default; see `docs/gateway-profile.md`. */
export interface ProtocolOptions {
  /** Accepts a signature over the request as it was sent, unsorted, as well as over its sorted form. */
  readonly lenientSignatures?: boolean | undefined;
  /** Accepts a timestamp in seconds as well as in milliseconds. */
  readonly seconds?: boolean | undefined;
  /** Returns payment queries, refunds and channel lists without the `result` envelope. */
  readonly bare?: boolean | undefined;
  /**
   * Follows the interface document where known gateways differ from it: numbers have at most 24 characters, responses are
   * `bare`, and a rejected signature is reported in the interface's own form.
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

/** The options as the command line names them and as its help and the dashboard explain them. */
export const protocolOptions = {
  lenientSignatures: {
    flag: 'lenient-signatures',
    description: 'Accepts a signature over the unsorted request as well as over its sorted form.',
  },
  seconds: {
    flag: 'seconds',
    description: 'Accepts a timestamp in seconds as well as in milliseconds.',
  },
  bare: {
    flag: 'bare',
    description: 'Returns payment queries, refunds and channel lists without the result envelope.',
  },
  strictInterface: {
    flag: 'strict-interface',
    description:
      'Follows the interface document where gateways differ from it: number length, bare responses, rejected signatures.',
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
// Object.keys of a constant record has the record's keys.
export const protocolOptionNames = Object.keys(protocolOptions) as readonly ProtocolOptionName[];

/** Fills in the defaults: every option is off, and `strictInterface` includes `bare`. */
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
