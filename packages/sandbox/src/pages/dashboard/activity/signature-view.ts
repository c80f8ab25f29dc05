import { html, icons, type Html, renderFacts } from '@pgw/pages';
import type { SignatureCheck } from '../../../activity/activity-row.ts';
import { renderCopyButton } from './copy-button.ts';

/** Renders the verdict about a signature, with the received and expected one, and the broken signing rules. */
export function renderSignatureCheck(check: SignatureCheck): Html {
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
