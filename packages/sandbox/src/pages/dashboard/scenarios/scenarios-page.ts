import { endpoints, type EndpointName } from '@pgw/protocol';
import { html, renderTable, trustedHtml, type Html } from '@pgw/pages';
import { findChannel } from '../../../catalogue/catalogue.ts';
import { channels } from '../../../catalogue/channels.ts';
import type { Gateway } from '../../../gateway.ts';
import { presets } from '../../../presets.ts';
import {
  isLimitableToChannel,
  isLimitableToEndpoint,
  type ScenarioOptions,
} from '../../../scenarios/scenario-options.ts';
import { scenarios, type Scenario, type ScenarioName } from '../../../scenarios/scenarios.ts';
import type { Page } from '../../page.ts';
import { createDashboardPage } from '../dashboard-page.ts';
import type { ScenarioAspect } from '../../../scenarios/active-scenarios.ts';
import { testAmounts } from '../../../scenarios/test-amounts.ts';
import { renderExactTime } from '../time.ts';

/** A limit whose number of uses was refused. It is in the URL, so that the form shows it with its error. */
export interface RefusedLimit {
  /** The name of the scenario. */
  readonly name: string;
  readonly times: string;
  /** The chosen endpoint. Empty for all. */
  readonly endpoint: string;
  /** The id of the chosen channel. Empty for all. */
  readonly channel: string;
}

/** The groups of scenarios on the page, with what their scenarios affect. */
const groups = [
  { heading: 'Callbacks', aspects: ['callback'] },
  { heading: 'Responses', aspects: ['response'] },
  { heading: 'Payments', aspects: ['status', 'amounts'] },
  { heading: 'Amounts', aspects: ['testAmounts'] },
  { heading: 'Refunds', aspects: ['refund', 'refundFault'] },
  { heading: 'Payouts', aspects: ['payout'] },
  { heading: 'Lists', aspects: ['list'] },
  { heading: 'Time', aspects: ['skewMs'] },
] as const satisfies readonly { readonly heading: string; readonly aspects: readonly ScenarioAspect[] }[];

/** What the last operation on the page did. The texts are empty without an operation. */
interface ScenariosView {
  readonly refused?: RefusedLimit | undefined;
  readonly message: string;
  /** What happened to the clock. It is shown beside the clock. */
  readonly clockMessage?: string | undefined;
}

/** `GET /dashboard/scenarios`: shows a switch for each scenario, the clock, and the preset. */
export function createScenariosPage(
  gateway: Gateway,
  { refused, message, clockMessage = '' }: ScenariosView,
): Page {
  // `Object.keys` of a constant record returns the keys of its type.
  const names = Object.keys(scenarios) as ScenarioName[];
  return createDashboardPage(gateway, {
    heading: 'Scenarios',
    section: 'scenarios',
    message,
    main: html`<p class="muted">
        A switch acts at once, on the next requests of all payments, until it is switched off or the sandbox
        stops. “Limit” restricts it to one channel, one endpoint, or the next uses.
      </p>
      <div class="scenario-groups" data-live="groups">
        ${groups.map((group) => renderGroup(gateway, { group, names, refused, clockMessage }))}
        ${renderTokens()}
      </div>
      ${renderPreset(gateway)}`,
  });
}

interface GroupView {
  readonly group: (typeof groups)[number];
  readonly names: readonly ScenarioName[];
  readonly refused: RefusedLimit | undefined;
  readonly clockMessage: string;
}

function renderGroup(gateway: Gateway, { group, names, refused, clockMessage }: GroupView): Html {
  const { heading, aspects } = group;
  const findRefused = (name: ScenarioName): RefusedLimit | undefined =>
    refused?.name === name ? refused : undefined;
  const id = `group-${heading.toLowerCase()}`;
  return html`<section class="card scenarios" aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${names.filter((name) => aspects.some((aspect) => Object.hasOwn(scenarios[name], aspect))).map((name) => renderSwitch(name, gateway.scenarios.find(name), findRefused(name)))}
    ${heading === 'Time' ? renderClock(gateway, clockMessage) : undefined}
    ${heading === 'Amounts' ? renderTestAmounts() : undefined}
  </section>`;
}

/** Renders the switch of a scenario. Before it is switched on, it can be limited to some requests. */
function renderSwitch(
  name: ScenarioName,
  options: ScenarioOptions | undefined,
  refused: RefusedLimit | undefined,
): Html {
  const isOn = options !== undefined;
  const scenario: Scenario = scenarios[name];
  return html`<form
    class="scenario"
    id="scenario-${name}"
    method="post"
    action="/dashboard/scenarios/${name}"
  >
    <button
      class="switch"
      role="switch"
      name="on"
      value="${isOn ? '' : '1'}"
      aria-checked="${isOn ? 'true' : 'false'}"
    >
      <span>${scenario.description} <code>${name}</code>${toLimitText(options)}</span>
    </button>
    ${
      isOn
        ? undefined
        : html`<details data-key="limit-${name}" ${refused === undefined ? undefined : trustedHtml('open')}>
            <summary>Limit</summary>
            <div class="scenario-limits">
              ${renderTimes(name, refused)}
              ${isLimitableToChannel(scenario) ? renderChannels(name, refused?.channel) : undefined}
              ${isLimitableToEndpoint(scenario) ? renderEndpoints(name, refused?.endpoint) : undefined}
              <button class="small" name="on" value="1">Switch on</button>
            </div>
          </details>`
    }
  </form>`;
}

function renderTimes(name: ScenarioName, refused: RefusedLimit | undefined): Html {
  const id = `times-${name}`;
  return html`<label for="${id}">Number of uses</label>
    <input
      id="${id}"
      name="times"
      inputmode="numeric"
      value="${refused?.times ?? ''}"
      aria-describedby="${refused === undefined ? '' : `${id}-error`}"
      ${refused === undefined ? undefined : trustedHtml('aria-invalid="true" autofocus')}
    />
    ${refused === undefined ? undefined : html`<p id="${id}-error" class="error" role="alert">Not switched on: enter a whole number from 1 to 9999, or nothing.</p>`}`;
}

function toLimitText({ times, endpoint, channelId }: ScenarioOptions = {}): Html | undefined {
  const channel = channelId === undefined ? undefined : findChannel(channelId)?.name;
  const only = [endpoint, channel].filter((limit) => limit !== undefined).map((limit) => `, only ${limit}`);
  const uses = times === undefined ? [] : [`, ${times} ${times === 1 ? 'use' : 'uses'} left`];
  const text = [...only, ...uses].join('');
  return text === '' ? undefined : html` <span class="muted">${text}</span>`;
}

function renderChannels(name: ScenarioName, chosen: string | undefined): Html {
  return html`<label for="channel-${name}">Channel</label>
    <select id="channel-${name}" name="channel">
      <option value="">All</option>
      ${channels.map(
        ({ id, name: text }) =>
          html`<option value="${id}" ${String(id) === chosen ? selectedAttribute : undefined}>
            ${text}
          </option>`,
      )}
    </select>`;
}

function renderEndpoints(name: ScenarioName, chosen: string | undefined): Html {
  // `Object.keys` of a constant record returns the keys of its type.
  const names = Object.keys(endpoints) as EndpointName[];
  return html`<label for="endpoint-${name}">Endpoint</label>
    <select id="endpoint-${name}" name="endpoint">
      <option value="">All</option>
      ${names.map(
        (endpoint) =>
          html`<option ${endpoint === chosen ? selectedAttribute : undefined}>${endpoint}</option>`,
      )}
    </select>`;
}

const selectedAttribute = trustedHtml('selected');

/** The steps by which the dashboard turns the clock forward. */
export const clockSteps = {
  'one-minute': { label: '+ 1 minute', ms: 60_000 },
  'fifteen-minutes': { label: '+ 15 minutes', ms: 15 * 60_000 },
  'one-hour': { label: '+ 1 hour', ms: 3_600_000 },
  'one-day': { label: '+ 1 day', ms: 86_400_000 },
  'thirty-days': { label: '+ 30 days', ms: 30 * 86_400_000 },
} as const;

/** Returns how far the clock of the sandbox is ahead of the real clock, in minutes. */
export function readMinutesAhead({ clock, settings }: Gateway): number {
  return Math.round((clock.now() - settings.realNow()) / 60_000);
}

function renderTestAmounts(): Html {
  return html`<p class="muted">
      With this switch, the last two digits of the amount of an order replace the outcome when its payment is
      approved: on the page of the bank, with a card, on this dashboard, or by a test. Other amounts are not
      affected.
    </p>
    <details data-key="test-amounts">
      <summary>The ${testAmounts.length} amounts</summary>
      ${renderTable({
        label: 'Amounts that select outcomes',
        items: testAmounts,
        columns: [
          { title: 'Amount', isHeader: true, cell: ({ digits }) => `RM ….${digits}` },
          { title: 'Outcome of an approval', cell: ({ result }) => result },
        ],
      })}
    </details>`;
}

/** Renders the clock, and buttons that turn it forward. */
function renderClock(gateway: Gateway, message: string): Html {
  return html`<form id="clock" method="post" action="/dashboard/clock">
    <input type="hidden" name="seen" value="${readMinutesAhead(gateway)}" />
    ${message === '' ? undefined : html`<p class="message" role="status">${message}</p>`}
    <p>The clock of the sandbox: ${renderExactTime(gateway.clock.now())}</p>
    <div class="many">
      ${Object.entries(clockSteps).map(
        ([step, { label }]) => html`<button class="small" name="step" value="${step}">${label}</button>`,
      )}
    </div>
    <p class="muted">
      Turning the clock moves deadlines, refunds and callbacks. Requests may have timestamps of this clock or
      of the real clock.
    </p>
  </form>`;
}

function renderTokens(): Html {
  return html`<section class="card scenarios" aria-labelledby="group-tokens">
    <h2 id="group-tokens">Tokens</h2>
    <form method="post" action="/dashboard/scenarios">
      <button class="small" name="expire-tokens" value="1">End all tokens: the next request gets 401</button>
    </form>
  </section>`;
}

/** Renders the preset. It is set when the sandbox starts. */
function renderPreset({ settings: { preset } }: Gateway): Html {
  return html`<section class="card options" aria-labelledby="preset-heading">
    <h2 id="preset-heading">Preset</h2>
    <p>The preset is <code>${preset}</code>: ${presets[preset]}</p>
    <p class="muted">
      Set it when the sandbox starts: by <code>--preset</code> of pgw-sandbox, or by the option
      <code>preset</code> of createSandbox.
    </p>
  </section>`;
}
