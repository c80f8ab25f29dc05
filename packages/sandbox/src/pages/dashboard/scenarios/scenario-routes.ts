import { endpoints, type EndpointName } from '@pgw/protocol';
import express, { Router, type Request, type Response } from 'express';
import { findChannel } from '../../../catalogue/catalogue.ts';
import { expireTokens, type Gateway } from '../../../gateway.ts';
import { isScenarioName } from '../../../scenarios/scenarios.ts';
import { isOutdated, readField, readQueryParameter } from '../../fields.ts';
import { sendPage } from '../../page.ts';
import { readMessage, toMessageParameters, toUrlWithMessage } from '../message.ts';
import { clockSteps, createScenariosPage, readMinutesAhead, type RefusedLimit } from './scenarios-page.ts';

const pagePath = '/dashboard/scenarios';
const validTimes = /^[1-9]\d{0,3}$/;
const maxTimesLength = 20;

/** Creates the routes of the page of scenarios, and of the clock. */
export function createScenarioRoutes(gateway: Gateway): Router {
  const router = Router();
  const parseForm = express.urlencoded({ extended: false, limit: '20kb' });
  router.get(pagePath, (incoming, outgoing) =>
    sendPage(
      outgoing,
      createScenariosPage(gateway, {
        refused: readRefusedLimit(incoming),
        message: readMessage(incoming),
        clockMessage: readMessage(incoming, 'clock'),
      }),
    ),
  );
  router.post(pagePath, parseForm, (incoming, outgoing) => {
    outgoing.redirect(303, toUrlWithMessage(pagePath, runCommand(gateway, incoming)));
  });
  router.post(`${pagePath}/:name`, parseForm, (incoming: Request<{ name: string }>, outgoing) =>
    switchScenario(gateway, incoming, outgoing),
  );
  router.post('/dashboard/clock', parseForm, (incoming, outgoing) => {
    const query = new URLSearchParams(toMessageParameters(turnClock(gateway, incoming), 'clock'));
    outgoing.redirect(303, `${pagePath}?${query.toString()}#clock`);
  });
  return router;
}

/** Turns the clock forward by a step. Returns a message about it. */
function turnClock(gateway: Gateway, incoming: Request): string {
  const step = readField(incoming, 'step');
  if (!isClockStep(step) || isOutdated(readField(incoming, 'seen'), readMinutesAhead(gateway)))
    return 'The clock was not turned: it has changed since this page was shown, for example by a double click.';
  gateway.clock.advanceClock(clockSteps[step].ms);
  return `The clock was turned forward: ${clockSteps[step].label}.`;
}

/** Runs the button of the form without a scenario. Returns a message about it. */
function runCommand(gateway: Gateway, incoming: Request): string {
  if (readField(incoming, 'clear') !== '') {
    gateway.scenarios.clear();
    return 'All scenarios are off.';
  }
  if (readField(incoming, 'expire-tokens') === '') return 'Nothing was changed.';
  expireTokens(gateway);
  return 'All tokens have ended: the next request of each shop gets 401.';
}

/** `POST /dashboard/scenarios/:name`: switches a scenario on (`on=1`, with limits) or off. */
function switchScenario(gateway: Gateway, incoming: Request<{ name: string }>, outgoing: Response): void {
  const { name } = incoming.params;
  if (!isScenarioName(name)) {
    const page = createScenariosPage(gateway, { message: 'There is no such scenario. Nothing was changed.' });
    return sendPage(outgoing, { ...page, status: 404 });
  }
  const isOn = readField(incoming, 'on') === '1';
  const times = readField(incoming, 'times').trim().slice(0, maxTimesLength);
  const endpoint = readField(incoming, 'endpoint');
  const channel = findChannel(Number(readField(incoming, 'channel')));
  if (isOn && times !== '' && !validTimes.test(times)) {
    const chosen = {
      ...(isEndpointName(endpoint) ? { endpoint } : {}),
      ...(channel === undefined ? {} : { channel: String(channel.id) }),
    };
    const query = new URLSearchParams({ refused: name, times, ...chosen });
    return outgoing.redirect(303, `${pagePath}?${query.toString()}#times-${name}`);
  }
  gateway.scenarios.set(
    name,
    isOn && {
      times: times === '' ? undefined : Number(times),
      endpoint: isEndpointName(endpoint) ? endpoint : undefined,
      channelId: channel?.id,
    },
  );
  outgoing.redirect(303, `${pagePath}#scenario-${name}`);
}

function readRefusedLimit(incoming: Request): RefusedLimit | undefined {
  const name = readQueryParameter(incoming, 'refused');
  const times = readQueryParameter(incoming, 'times').slice(0, maxTimesLength);
  const endpoint = readQueryParameter(incoming, 'endpoint');
  const channel = readQueryParameter(incoming, 'channel');
  return name === '' ? undefined : { name, times, endpoint, channel };
}

function isClockStep(name: string): name is keyof typeof clockSteps {
  return Object.hasOwn(clockSteps, name);
}

function isEndpointName(name: string): name is EndpointName {
  return Object.hasOwn(endpoints, name);
}
