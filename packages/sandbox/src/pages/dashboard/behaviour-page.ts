import type { Gateway } from '../../gateway.ts';
import { scenarios, type ScenarioName } from '../../scenarios.ts';
import { html } from '../html.ts';
import { trusted } from '../html.ts';
import type { Page } from '../page.ts';
import { dashboardPage } from './frame.ts';

/** `GET /dashboard/behaviour`: what the next requests meet, each a switch. */
export function behaviourPage(gateway: Gateway): Page {
  const on = new Set(gateway.misbehaviour.names());
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
    </form>`,
  });
}
