import type { Gateway } from '../../gateway.ts';
import { presets } from '../../presets.ts';
import { scenarios, type ScenarioName } from '../../scenarios.ts';
import { html, trustedHtml, type Html } from '@pgw/protocol/html';
import type { Page } from '../page.ts';
import { createDashboardPage } from './dashboard-page.ts';

/** `GET /dashboard/scenarios`: shows switches for the scenarios, and the preset. */
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
      ${renderPreset(gateway)}`,
  });
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
