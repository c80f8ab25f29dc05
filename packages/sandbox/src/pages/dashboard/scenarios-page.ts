import type { Gateway } from '../../gateway.ts';
import { protocolOptionNames, protocolOptions } from '../../protocol-options.ts';
import { scenarios, type ScenarioName } from '../../scenarios.ts';
import { html, trustedHtml, type Html } from '@pgw/protocol/html';
import type { Page } from '../page.ts';
import { createDashboardPage } from './dashboard-page.ts';

/** `GET /dashboard/scenarios`: shows switches for the scenarios, and the protocol options. */
export function createScenariosPage(gateway: Gateway): Page {
  const activeNames = new Set(gateway.scenarios.listActiveNames());
  // `Object.keys` of a constant record returns the keys of its type.
  const names = Object.keys(scenarios) as ScenarioName[];
  return createDashboardPage(gateway, {
    heading: 'Scenarios',
    section: 'scenarios',
    main: html`<form class="card scenarios" method="post" action="/dashboard/scenarios">
        <p class="muted">
          Active scenarios apply to the next requests of all payments, until the sandbox stops.
        </p>
        ${names.map(
          (name) =>
            html`<label class="check">
              <input
                type="checkbox"
                name="scenario"
                value="${name}"
                ${activeNames.has(name) ? trustedHtml('checked') : undefined}
              /><span>${scenarios[name].description} <code>${name}</code></span>
            </label>`,
        )}
        <button class="button">Save</button>
        <button class="button secondary" name="expire-tokens" value="1">
          End all tokens: the next request gets 401
        </button>
      </form>
      ${renderProtocolOptions(gateway)}`,
  });
}

/** Renders the protocol options. They are set when the sandbox starts. */
function renderProtocolOptions({ settings }: Gateway): Html {
  return html`<section class="card options" aria-labelledby="options-heading">
    <h2 id="options-heading">Options</h2>
    <p class="muted">
      Set these options when the sandbox starts: by a flag of pgw-sandbox, or by an option of createSandbox.
      The preset is <code>${settings.preset}</code>.
    </p>
    <dl>
      ${protocolOptionNames.map((name) => {
        const { flag, description } = protocolOptions[name];
        const isOn = settings.protocol[name];
        return html`<div>
          <dt><code>--${flag}</code></dt>
          <dd>
            <span class="chip ${isOn ? 'chip-info' : 'chip-neutral'}">${isOn ? 'on' : 'off'}</span>
            ${description}
          </dd>
        </div>`;
      })}
    </dl>
  </section>`;
}
