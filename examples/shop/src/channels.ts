import type { ChannelDetails } from '@pgw/express';
import type { Settings } from './settings.ts';

/** The ids of "FPX online banking" and "Lintas banks and wallets" in the sandbox. */
const schemes = { FPX: 2, Lintas: 17 } as const;

/**
 * Returns what the channels of the sandbox require and the gateway's list does not tell: a link to their terms. With a
 * real gateway, the contract with the provider has the URL.
 */
export function createChannelsOption({ isSandbox, gateway }: Pick<Settings, 'isSandbox' | 'gateway'>): {
  channels?: Readonly<Record<number, ChannelDetails>>;
} {
  if (!isSandbox) return {};
  const entries = Object.entries(schemes).map(([name, id]): [number, ChannelDetails] => {
    const href = new URL(`/terms/${id}`, gateway.baseUrl).href;
    return [
      id,
      {
        terms: {
          en: { text: `By paying, you agree to the [terms of ${name}].`, href },
          ms: { text: `Dengan membayar, anda bersetuju dengan [terma ${name}].`, href },
          'zh-Hans': { text: `付款即表示您同意 [${name} 的条款]。`, href },
          ta: { text: `பணம் செலுத்துவதன் மூலம், [${name} விதிமுறைகளை] ஏற்கிறீர்கள்.`, href },
        },
      },
    ];
  });
  return { channels: Object.fromEntries(entries) };
}
