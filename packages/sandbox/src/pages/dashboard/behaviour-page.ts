import type { Gateway } from '../../gateway.ts';
import { protocolOptionNames, protocolOptions } from '../../protocol-options.ts';
import { scenarios, type ScenarioName } from '../../scenarios.ts';
import { html, trusted, type Html } from '../html.ts';
import type { Page } from '../page.ts';
import { dashboardPage } from './frame.ts';

/** `GET /dashboard/behaviour`: what the next requests meet, each a switch. */
export function behaviourPage(gateway: Gateway): Page {
  const on = new Set(gateway.scenarios.names());
  // Object.keys of a constant record has the record's keys.
  const names = Object.keys(scenarios) as ScenarioName[];
  return dashboardPage(gateway, {
    heading: 'Behaviour',
    section: 'behaviour',
    main: html`<form class="card behaviour" method="post" action="/dashboard/behaviour">
        <p class="muted">
          What the next requests of every payment meet. It is forgotten when the sandbox stops.
        </p>
        ${names.map(
          (name) =>
            html`<label class="check">
              <input
                type="checkbox"
                name="scenario"
                value="${name}"
                ${on.has(name) ? trusted('checked') : undefined}
              /><span>${scenarios[name].description} <code>${name}</code></span>
            </label>`,
        )}
        <button class="button">Keep these</button>
        <button class="button secondary" name="expire-tokens" value="1">
          End every token: 401 for the next call
        </button>
      </form>
      ${optionsOf(gateway)}`,
  });
}

/** The protocol options that this sandbox was started with; they are fixed until it stops. */
function optionsOf({ settings }: Gateway): Html {
  return html`<section class="card options" aria-labelledby="options-heading">
    <h2 id="options-heading">Options</h2>
    <p class="muted">
      Set when the sandbox starts, by a flag of pgw-sandbox or the option of createSandbox of the same name.
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
