import type { Channel } from './channel.ts';

/** The smallest amount of a payment, as a decimal of MYR. A channel with this minimum accepts every amount. */
const smallestAmount = 0.01;

/**
 * Describes the surcharge and the minimum amount of a card channel in MYR, such as `a surcharge of 1.5 % and a minimum
 * of MYR 1`. Both are forbidden for cards in Malaysia. Returns undefined if the channel has neither.
 */
export function forbiddenCardTerms({ currencyList }: Pick<Channel, 'currencyList'>): string | undefined {
  const currency = currencyList?.find(
    ({ acceptedCurrencyCode }) => acceptedCurrencyCode.toUpperCase() === 'MYR',
  );
  const surcharge = currency?.surcharge ?? 0;
  const minimum = currency?.minRequestAmount ?? 0;
  const sum = currency?.isSurchargePercentage === true ? `${surcharge} %` : `MYR ${surcharge}`;
  const terms = [
    ...(surcharge > 0 ? [`a surcharge of ${sum}`] : []),
    ...(minimum > smallestAmount ? [`a minimum of MYR ${minimum}`] : []),
  ];
  return terms.length === 0 ? undefined : terms.join(' and ');
}
