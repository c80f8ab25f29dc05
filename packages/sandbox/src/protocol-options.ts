/**
 * The behavior of the sandbox where gateways and documents differ:
 * - `observed` (default): as known gateways behave.
 * - `document`: as the interface document describes it. Payments have the statuses 0 to 7 only, numbers have at most 24
 *   characters, responses have an envelope only where the document shows one, and each request needs the merchant header.
 * - `lenient`: as `observed`, and accepts what old clients send. It has every option that accepts more.
 */
export type SandboxPreset = 'observed' | 'document' | 'lenient';

/** The presets, the default first. */
export const presets = ['observed', 'document', 'lenient'] as const satisfies readonly SandboxPreset[];

/** Options for differences between gateways or clients. A single option overrides the preset. See `docs/gateway-profile.md`. */
export interface ProtocolOptions {
  /** The behavior where gateways and documents differ. Default `observed`. */
  readonly preset?: SandboxPreset | undefined;
  /** Also accepts a signature over the unsorted request, not only over its sorted form. */
  readonly lenientSignatures?: boolean | undefined;
  /** Also accepts a timestamp in seconds, not only in milliseconds. */
  readonly seconds?: boolean | undefined;
  /** Returns payment queries, refunds and channel lists without the `result` envelope. */
  readonly bare?: boolean | undefined;
  /** Lists the type of a channel as text, such as `Card`, instead of an integer. */
  readonly textChannelTypes?: boolean | undefined;
  /** Accepts the tenant header under its old name, `Abp.TenantId`. */
  readonly oldTenantHeader?: boolean | undefined;
  /** Accepts a signed request that has no bearer token. */
  readonly signatureOnly?: boolean | undefined;
}

export type ProtocolOptionName = Exclude<keyof ProtocolOptions, 'preset'>;

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

/** The options that each preset switches on. */
const presetOptions: Readonly<Record<SandboxPreset, readonly ProtocolOptionName[]>> = {
  observed: [],
  document: ['bare'],
  lenient: ['lenientSignatures', 'seconds', 'oldTenantHeader', 'signatureOnly'],
};

/** Sets the defaults of the preset. An unknown preset has no options; `readSettings` refuses it. */
export function readProtocolOptions(options: ProtocolOptions): ProtocolSettings {
  const { preset = 'observed' } = options;
  const switchedOn = presets.includes(preset) ? presetOptions[preset] : [];
  const isOn = (name: ProtocolOptionName): boolean => options[name] ?? switchedOn.includes(name);
  return {
    lenientSignatures: isOn('lenientSignatures'),
    seconds: isOn('seconds'),
    bare: isOn('bare'),
    textChannelTypes: isOn('textChannelTypes'),
    oldTenantHeader: isOn('oldTenantHeader'),
    signatureOnly: isOn('signatureOnly'),
  };
}
