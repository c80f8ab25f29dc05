import { html, type Html } from '@pgw/protocol/html';
import type { Response } from 'express';
import type { Gateway } from '../../gateway.ts';
import type { Page } from '../page.ts';
import { toUrlWithMessage } from './message.ts';
import { createDashboardPage } from './dashboard-page.ts';
import { readMinutesAhead } from './scenarios/scenarios-page.ts';
import { listRecordCounts } from './record-counts.ts';

export const resetPath = '/dashboard/reset';

/** `GET /dashboard/reset`: the confirmation of a reset, with what it deletes, restores and keeps. */
export function createResetPage(gateway: Gateway): Page {
  const { settings } = gateway;
  return createDashboardPage(gateway, {
    heading: 'Reset the sandbox?',
    main: html`<p class="muted">
        Everything that happened in this sandbox is deleted. This cannot be undone.
      </p>
      <section class="card options" aria-labelledby="deleted">
        <h2 id="deleted">Deleted</h2>
        <ul class="bullets" data-live="deleted">
          ${renderDeleted(gateway)}
        </ul>
      </section>
      <section class="card options" aria-labelledby="restored">
        <h2 id="restored">Restored</h2>
        <ul class="bullets" data-live="restored">
          <li>The wallets have their opening balances.</li>
          <li>${describeScenarios(gateway)}</li>
          <li>${describeClock(gateway)}</li>
        </ul>
      </section>
      <section class="card options" aria-labelledby="kept">
        <h2 id="kept">Kept</h2>
        <ul class="bullets">
          <li>
            The settings of the sandbox: its address, its merchants with their keys and passwords, and the
            preset <code>${settings.preset}</code>.
          </li>
          <li>
            <strong>The data of your shop.</strong> The shop keeps its orders and payments, but the sandbox no
            longer knows them: an open payment cannot be paid, and a paid one cannot be refunded. Place new
            orders, or delete the data of the shop too.
          </li>
        </ul>
      </section>
      <form class="pair reset" method="post" action="${resetPath}">
        <button class="button">Reset the sandbox</button>
        <a class="button secondary" href="/dashboard">Cancel</a>
      </form>`,
  });
}

function renderDeleted(gateway: Gateway): Html[] {
  const counts = listRecordCounts(gateway);
  return [
    ...(counts.length === 0 ? ['There are no transactions, refunds, payouts or callbacks.'] : counts),
    'Hosted sessions, saved cards, and the history of the wallets.',
    'The recorded requests and timelines.',
    'The tokens of shops. A shop with @pgw/client gets a new token by itself.',
  ].map((text) => html`<li>${text}</li>`);
}

/** Says which scenarios are on now and after the reset. */
function describeScenarios({ scenarios, settings }: Gateway): string {
  const toList = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));
  const initialNames = Object.entries(settings.scenarios)
    .filter(([, setting]) => setting !== false)
    .map(([name]) => name);
  return `Scenarios that are on now: ${toList(scenarios.listActiveNames())}. After the reset: ${toList(initialNames)}.`;
}

function describeClock(gateway: Gateway): string {
  const minutes = readMinutesAhead(gateway);
  return minutes === 0
    ? 'The clock of the sandbox shows the real time.'
    : `The clock of the sandbox, which is ${formatMinutes(minutes)} ahead, shows the real time again.`;
}

/** Formats a duration such as `30 d 2 h 15 min`. */
function formatMinutes(minutes: number): string {
  const parts: [number, string][] = [
    [Math.trunc(minutes / 1440), 'd'],
    [Math.trunc(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** `POST /dashboard/reset`: resets the sandbox like `sandbox.reset()`. Every open page shows it, by an activity. */
export async function resetSandbox(gateway: Gateway, outgoing: Response): Promise<void> {
  const counts = listRecordCounts(gateway);
  await gateway.reset();
  gateway.activity.add({ kind: 'control', data: { control: 'reset', scenario: null, advancedMs: null } });
  const deleted = counts.length === 0 ? 'There was nothing to delete' : `Deleted: ${counts.join(', ')}`;
  const message = `The sandbox was reset. ${deleted}. The wallets, the scenarios and the clock have their initial state. The shop keeps its own data.`;
  outgoing.redirect(303, toUrlWithMessage('/dashboard', message));
}
