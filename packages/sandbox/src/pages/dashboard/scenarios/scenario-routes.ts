import { endpoints, type EndpointName } from '@pgw/protocol';
import express, { Router, type Request, type Response } from 'express';
import { findChannel } from '../../../catalogue/catalogue.ts';
import { expireTokens, type Gateway } from '../../../gateway.ts';
import { isScenarioName } from '../../../scenarios.ts';
import { readField } from '../../fields.ts';
import { sendPage } from '../../page.ts';
import { notFoundPage } from '../../payable.ts';
import { clockSteps } from './clock-steps.ts';
import { createScenariosPage } from './scenarios-page.ts';

const pagePath = '/dashboard/scenarios';

/** Creates the routes of the page of scenarios, and of the clock. */
export function createScenarioRoutes(gateway: Gateway): Router {
  const router = Router();
  const parseForm = express.urlencoded({ extended: false, limit: '20kb' });
  router.get(pagePath, (_incoming, outgoing) => sendPage(outgoing, createScenariosPage(gateway)));
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
  const times = readField(incoming, 'times').trim();
  const endpoint = readField(incoming, 'endpoint');
  const channel = findChannel(Number(readField(incoming, 'channel')));
  gateway.scenarios.set(
    name,
    isOn && {
      times: /^[1-9]\d{0,3}$/.test(times) ? Number(times) : undefined,
      endpoint: isEndpointName(endpoint) ? endpoint : undefined,
      channelId: channel?.id,
    },
  );
  outgoing.redirect(303, pagePath);
}

function isClockStep(name: string): name is keyof typeof clockSteps {
  return Object.hasOwn(clockSteps, name);
}

function isEndpointName(name: string): name is EndpointName {
  return Object.hasOwn(endpoints, name);
}
