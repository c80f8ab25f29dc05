import { endpoints, type EndpointName } from '@pgw/protocol';
import { formatViolations, parseInput, violationsOf } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { channels } from '../catalogue/channels.ts';
import { isScenarioName, scenarios, type Scenario } from './scenarios.ts';

/** Settings of a scenario that is switched on. */
export interface ScenarioOptions {
  /** The delay in milliseconds, instead of the scenario's default. */
  readonly delayMs?: number | undefined;
  /** The number of uses after which the scenario is switched off. Default: it stays on. */
  readonly times?: number | undefined;
  /** For scenarios of responses: the only endpoint that they affect. Default: all endpoints. */
  readonly endpoint?: EndpointName | undefined;
  /**
   * For scenarios of payments: the id of the only channel whose payments are affected. Default: all channels.
   * The ids are in `channels`.
   */
  readonly channelId?: number | undefined;
  /** The number of callbacks, requests or other events that are not affected before the first use. Default 0. */
  readonly skip?: number | undefined;
  /**
   * The share of the events after `skip` that are affected, between 0 and 1. The affected events are spread
   * evenly, and are the same in every run: with 0.3 the 4th, 7th and 10th of ten events. Default 1: every event.
   */
  readonly share?: number | undefined;
}

/** A scenario that is switched on (`true` or its options) or off (`false`). */
export type ScenarioSetting = boolean | ScenarioOptions;

const wholeNumber = z.number().int('must be a whole number');
const channelTexts = channels.map(({ id, name }) => `${id} (${name})`);
const optionsSchema = z.strictObject({
  delayMs: wholeNumber.nonnegative('must not be negative').optional(),
  times: wholeNumber.positive('must be at least 1').optional(),
  // `Object.keys` of a constant record returns the keys of its type.
  endpoint: z
    .enum(Object.keys(endpoints) as EndpointName[], `must be one of ${Object.keys(endpoints).join(', ')}`)
    .optional(),
  channelId: z
    .number()
    .refine(isChannelId, `must be the id of a channel: ${channelTexts.join(', ')}`)
    .optional(),
  skip: wholeNumber.nonnegative('must not be negative').optional(),
  share: z.number().min(0, 'must be between 0 and 1').max(1, 'must be between 0 and 1').optional(),
});

/** Describes what is wrong with the name and the setting of a scenario. Returns undefined when both are valid. */
export function findSettingProblem(name: string, setting: unknown): string | undefined {
  if (!isScenarioName(name))
    return `There is no scenario ${name}. The scenarios are ${Object.keys(scenarios).join(', ')}.`;
  if (typeof setting === 'boolean') return undefined;
  const result = parseInput(optionsSchema, setting);
  const describe = (problem: string): string => `The scenario ${name} was not switched: ${problem}.`;
  if (!result.success) return describe(formatViolations(violationsOf(result.error)));
  if (result.data.endpoint !== undefined && !isLimitableToEndpoint(scenarios[name]))
    return describe('endpoint is only for scenarios of responses');
  if (result.data.channelId !== undefined && !isLimitableToChannel(scenarios[name]))
    return describe('channelId is only for scenarios of payments');
  return undefined;
}

/** Returns true when a scenario can be limited to one endpoint. */
export function isLimitableToEndpoint({ response }: Scenario): boolean {
  return response !== undefined;
}

/** Returns true when a scenario can be limited to the payments of one channel. */
export function isLimitableToChannel({ payout, list, skewMs }: Scenario): boolean {
  return payout === undefined && skewMs === undefined && (list === undefined || list === 'many-banks');
}

function isChannelId(id: number): boolean {
  return channels.some((channel) => channel.id === id);
}
