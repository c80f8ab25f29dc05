import type { ReceivedCallback } from '@pgw/protocol';
import { checkMethods, findSecretIndex, type SecretKey } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import type { ParsedOptions } from './options.ts';

interface SecretMethods {
  readonly verifyCallback: (callback: ReceivedCallback, callbackUrl: string) => boolean;
  readonly verifiedCallbacks: () => readonly number[];
  readonly deriveKey: (purpose: string) => Uint8Array;
  readonly derivePreviousKeys: (purpose: string) => readonly Uint8Array[];
}

/** The secrets of a merchant, the current one first, and the methods of the client that use them. */
export function createSecrets(
  accepted: ParsedOptions['secretKey'],
  now: () => number,
): { readonly keys: readonly [SecretKey, ...SecretKey[]]; readonly methods: SecretMethods } {
  const [first, ...previous] = accepted;
  const keys: readonly [SecretKey, ...SecretKey[]] = [first.key, ...previous.map(({ key }) => key)];
  const isLimited = accepted.some(({ acceptedUntil }) => acceptedUntil !== undefined);
  const listAccepted = (): readonly SecretKey[] =>
    isLimited ? keys.filter((_key, index) => now() < (accepted[index]?.acceptedUntil ?? Infinity)) : keys;
  const counts = keys.map(() => 0);
  return {
    keys,
    methods: {
      verifyCallback: (callback, callbackUrl) => {
        const candidates = listAccepted();
        const secret = candidates[findSecretIndex(callback, callbackUrl, candidates) ?? -1];
        if (secret === undefined) return false;
        const index = keys.indexOf(secret);
        counts[index] = (counts[index] ?? 0) + 1;
        return true;
      },
      verifiedCallbacks: () => [...counts],
      ...checkMethods('client', createDerivations(keys), {
        deriveKey: [purposeArgument],
        derivePreviousKeys: [purposeArgument],
      }),
    },
  };
}

const purposeArgument = ['purpose', z.string()] as const;

function createDerivations([current, ...previous]: readonly [SecretKey, ...SecretKey[]]): Pick<
  SecretMethods,
  'deriveKey' | 'derivePreviousKeys'
> {
  return {
    deriveKey: (purpose) => current.derive(`pgw ${purpose}`),
    derivePreviousKeys: (purpose) => previous.map((secret) => secret.derive(`pgw ${purpose}`)),
  };
}
