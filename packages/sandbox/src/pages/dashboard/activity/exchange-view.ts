import { html, icons, type Html, renderFacts } from '@pgw/pages';
import type { ActivityOf, SignatureCheck } from '../../../activity/activity-row.ts';
import { renderCopyButton } from './copy-button.ts';

/** The endpoints whose requests cannot be repeated by a command, because their card data is masked. */
const cardEndpoints: ReadonlySet<string> = new Set(['processPayment', 'authenticate']);

/** Renders a request and its response as they were sent, and the check of the signature. */
export function renderExchange({ id, data }: ActivityOf<'request'>): Html {
  const { method, path, headers, body, response, signature, durationMs, endpoint } = data;
  const command = cardEndpoints.has(endpoint) ? undefined : toCommand(data);
  return html`<div class="exchange">
    ${signature === null ? undefined : renderSignatureCheck(signature)}
    ${renderMessage({ name: `Request ${id}`, start: `${method} ${path}`, headers, body })}
    ${
      command === undefined
        ? undefined
        : html`<p>
            ${renderCopyButton(command, 'Copy as a command')}
            <span class="muted">It signs the request again.</span>
          </p>`
    }
    ${
      response === null
        ? html`<p class="muted">The connection was closed without a response.</p>`
        : renderMessage({
            name: `Response ${id}`,
            start: `HTTP ${response.status}, after ${formatMilliseconds(durationMs)}`,
            body: response.body,
          })
    }
  </div>`;
}

/** Renders an attempt to send a callback: the request, and the response of the shop. */
export function renderCallbackAttempt({ id, data }: ActivityOf<'callback'>): Html {
  const { url, headers, body, response, error, durationMs, isWronglySigned } = data;
  return html`<div class="exchange">
    ${isWronglySigned ? html`<p class="message">A scenario replaced the signature by a wrong one.</p>` : undefined}
    ${renderMessage({ name: `Callback ${id}`, start: `POST ${url}`, headers, body })}
    ${
      response === null
        ? html`<p class="muted">${error}</p>`
        : renderMessage({
            name: `Response ${id}`,
            start: `HTTP ${response.status}, after ${formatMilliseconds(durationMs)}`,
            body: response.body === '' ? null : response.body,
          })
    }
  </div>`;
}

interface Message {
  /** The name for screen readers. */
  readonly name: string;
  readonly start: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body: string | null;
}

function renderMessage({ name, start, headers = {}, body }: Message): Html {
  const headerLines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  return html`<div class="message-text">
    <p class="message-start">
      <code>${start}</code> ${body === null ? undefined : renderCopyButton(body, 'Copy body')}
    </p>
    ${
      headerLines.length === 0
        ? undefined
        : html`<details data-key="${name} headers">
            <summary>${headerLines.length} headers</summary>
            <pre tabindex="0" aria-label="${name}, headers">${headerLines.join('\n')}</pre>
          </details>`
    }
    ${body === null ? undefined : html`<pre tabindex="0" aria-label="${name}, body">${prettyPrint(body)}</pre>`}
  </div>`;
}

/** Returns the command of @pgw/cli that sends the request again. */
function toCommand({ endpoint, body, path }: ActivityOf<'request'>['data']): string {
  const data = body ?? JSON.stringify(Object.fromEntries(new URL(path, 'http://sandbox').searchParams));
  return `npx @pgw/cli request ${endpoint} --data '${data.replaceAll("'", String.raw`'\''`)}'`;
}

function prettyPrint(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function formatMilliseconds(durationMs: number): string {
  return `${Math.round(durationMs)} ms`;
}

/** Renders the verdict about a signature, with the received and expected one, and the broken signing rules. */
function renderSignatureCheck(check: SignatureCheck): Html {
  const { isValid, received, expected, signedText, deviations } = check;
  return html`<div class="signature ${isValid ? 'signature-valid' : 'signature-wrong'}">
    <p>${icons[isValid ? 'tick' : 'cross']} <strong>${toVerdict(check)}</strong></p>
    ${
      isValid || received === null
        ? undefined
        : renderFacts(
            [
              ['Received', renderWithDifference(received, expected)],
              ['Expected', html`<code>${expected}</code>`],
            ],
            'plain-facts',
          )
    }
    ${
      deviations.length === 0
        ? undefined
        : html`<ul class="deviations">
            ${deviations.map((deviation) => html`<li>${capitalize(deviation)}.</li>`)}
          </ul>`
    }
    ${
      !isValid && received !== null && deviations.length === 0
        ? html`<p class="muted">
            No known deviation from the signing rules gives this signature: the secret key, the URL or the
            data differs. Compare the text that you signed with the text below.
          </p>`
        : undefined
    }
    <details data-key="signed-${expected}">
      <summary>Signed text</summary>
      ${renderCopyButton(signedText, 'Copy signed text')}
      <pre tabindex="0" aria-label="Signed text">${signedText}</pre>
    </details>
  </div>`;
}

function toVerdict({ isValid, received, expected, deviations }: SignatureCheck): string {
  if (isValid) return 'The signature matches.';
  if (received === null) return 'The request has no signature.';
  const position = findDifference(received, expected) + 1;
  const cause = deviations.length === 0 ? '' : ' The cause is known:';
  return `The signature does not match: character ${position} differs.${cause}`;
}

/** Marks the first character that differs. */
function renderWithDifference(received: string, expected: string): Html {
  const index = findDifference(received, expected);
  return html`<code
    >${received.slice(0, index)}<mark>${received.slice(index, index + 1)}</mark>${received.slice(index + 1)}</code
  >`;
}

/** Returns the index of the first character that differs, without regard to letter case. */
function findDifference(received: string, expected: string): number {
  const characters = [...received.toLowerCase()];
  const index = characters.findIndex((character, position) => character !== expected[position]);
  return index === -1 ? Math.min(received.length, expected.length) : index;
}

function capitalize(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
