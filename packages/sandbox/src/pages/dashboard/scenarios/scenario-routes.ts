import { endpoints, type EndpointName } from '@pgw/protocol';
import express, { Router, type Request, type Response } from 'express';
import { findChannel } from '../../../catalogue/catalogue.ts';
import { expireTokens, type Gateway } from '../../../gateway.ts';
import { isScenarioName } from '../../../scenarios.ts';
import { readField, readQueryParameter } from '../../fields.ts';
import { sendPage } from '../../page.ts';
import { notFoundPage } from '../../payable.ts';
import { clockSteps } from './clock-steps.ts';
import { createScenariosPage, type RefusedLimit } from './scenarios-page.ts';

const pagePath = '/dashboard/scenarios';
const validTimes = /^[1-9]\d{0,3}$/;
const maxTimesLength = 20;

/** Creates the routes of the page of scenarios, and of the clock. */
export function createScenarioRoutes(gateway: Gateway): Router {
  const router = Router();
  const parseForm = express.urlencoded({ extended: false, limit: '20kb' });
  router.get(pagePath, (incoming, outgoing) =>
    sendPage(outgoing, createScenariosPage(gateway, readRefusedLimit(incoming))),
  );
  router.post(pagePath, parseForm, (incoming, outgoing) => {
    if (readField(incoming, 'expire-tokens') !== '') expireTokens(gateway);
    if (readField(incoming, 'clear') !== '') gateway.scenarios.clear();
    outgoing.redirect(303, pagePath);
  });
  router.post(`${pagePath}/:name`, parseForm, (incoming: Request<{ name: string }>, outgoing) =>
    switchScenario(gateway, incoming, outgoing),
  );
  router.post('/dashboard/clock', parseForm, (incoming, outgoing) => {
    const step = readField(incoming, 'step');
    if (isClockStep(step)) gateway.clock.advanceClock(clockSteps[step].ms);
    outgoing.redirect(303, pagePath);
  });
  return router;
}

/** `POST /dashboard/scenarios/:name`: switches a scenario on (`on=1`, with limits) or off. */
function switchScenario(gateway: Gateway, incoming: Request<{ name: string }>, outgoing: Response): void {
  const { name } = incoming.params;
  if (!isScenarioName(name)) return sendPage(outgoing, notFoundPage);
  const isOn = readField(incoming, 'on') === '1';
  const times = readField(incoming, 'times').trim().slice(0, maxTimesLength);
  if (isOn && times !== '' && !validTimes.test(times)) {
    const query = new URLSearchParams({ refused: name, times });
    return outgoing.redirect(303, `${pagePath}?${query.toString()}#times-${name}`);
  }
  const endpoint = readField(incoming, 'endpoint');
  const channel = findChannel(Number(readField(incoming, 'channel')));
  gateway.scenarios.set(
    name,
    isOn && {
      times: times === '' ? undefined : Number(times),
      endpoint: isEndpointName(endpoint) ? endpoint : undefined,
      channelId: channel?.id,
    },
  );
  outgoing.redirect(303, pagePath);
}

function readRefusedLimit(incoming: Request): RefusedLimit | undefined {
  const name = readQueryParameter(incoming, 'refused');
  const times = readQueryParameter(incoming, 'times').slice(0, maxTimesLength);
  return name === '' ? undefined : { name, times };
}

function isClockStep(name: string): name is keyof typeof clockSteps {
  return Object.hasOwn(clockSteps, name);
}

function isEndpointName(name: string): name is EndpointName {
  return Object.hasOwn(endpoints, name);
}
