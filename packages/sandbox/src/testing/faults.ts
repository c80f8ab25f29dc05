import { endpoints, type EndpointName } from '@pgw/protocol';
import * as z from '@pgw/protocol/zod';
import type { Sandbox } from '../sandbox.ts';
import { parseArgument } from './parse-argument.ts';

/** Which connection `cutAt` closes. */
export interface CutOptions {
  /** The only endpoint whose requests are counted, such as `refundPayment`. Default: all requests. */
  readonly endpoint?: EndpointName | undefined;
  /**
   * What is lost. Without the `response`, the gateway has processed the request, and the shop cannot know it. Without
   * the `request`, the gateway has processed nothing. Default `response`.
   */
  readonly lost?: 'request' | 'response' | undefined;
}

/** Functions that make the network between the shop and the gateway fail. */
export interface Faults {
  /**
   * Loses a share of the callbacks from now on, between 0 and 1. They are not sent and not repeated. The lost ones are
   * spread evenly and are the same in every run: with 0.3 the 4th, 7th and 10th of ten. Default 1: every callback.
   *
   * @throws PgwError `invalid-request` for another number.
   */
  readonly dropCallbacks: (share?: number) => void;
  /**
   * Cuts the connection at the n-th request that the gateway accepts from now on; the first is 1. Requests without a
   * valid token or signature are not counted.
   *
   * @throws PgwError `invalid-request` when n is not a whole number above 0, or for an invalid option.
   */
  readonly cutAt: (n: number, options?: CutOptions) => void;
}

const share = z
  .number('must be a number between 0 and 1, such as 0.3 for 30 %')
  .min(0, 'a share is between 0 and 1, such as 0.3 for 30 %')
  .max(1, 'a share is between 0 and 1, such as 0.3 for 30 %');
const position = z
  .number('must be a whole number: 1 is the next request')
  .int('must be a whole number: 1 is the next request')
  .positive('must be at least 1: 1 is the next request');
const cutOptions = z.strictObject({
  // `Object.keys` of a constant record returns the keys of its type.
  endpoint: z
    .enum(Object.keys(endpoints) as EndpointName[], `must be one of ${Object.keys(endpoints).join(', ')}`)
    .optional(),
  lost: z.enum(['request', 'response'], 'must be request or response').default('response'),
});

export function createFaults(sandbox: Sandbox): Faults {
  return {
    dropCallbacks: (given = 1) => {
      const lost = parseArgument(share, given, 'dropCallbacks');
      sandbox.scenario('callback-never', lost > 0 && { share: lost });
    },
    cutAt: (n, options = {}) => {
      const skip = parseArgument(position, n, 'cutAt') - 1;
      const { endpoint, lost } = parseArgument(cutOptions, options, 'cutAt options');
      sandbox.scenario(`${lost}-lost`, { skip, times: 1, endpoint });
    },
  };
}
