import { redirectionType } from '@pgw/protocol';

/** The redirect of the shopper's browser in the response of a pay-in or of a card payment. */
export interface Redirection {
  readonly redirectionType: number;
  readonly redirectUrl: string;
  readonly clientScript: string | null;
}

/** Creates a redirect by URL, or by a script that posts a form to `formAction`, as some providers require. */
export function createRedirection(
  method: 'url' | 'script',
  { redirectUrl, formAction }: { readonly redirectUrl: string; readonly formAction: string },
): Redirection {
  if (method === 'url') return { redirectionType: redirectionType.url, redirectUrl, clientScript: null };
  return { redirectionType: redirectionType.script, redirectUrl, clientScript: createFormScript(formAction) };
}

function createFormScript(action: string): string {
  return [
    '(function () {',
    "  var form = document.createElement('form');",
    "  form.method = 'POST';",
    `  form.action = ${JSON.stringify(action)};`,
    "  form.style.display = 'none';",
    "  var field = document.createElement('input');",
    "  field.type = 'hidden';",
    "  field.name = 'source';",
    "  field.value = 'checkout';",
    '  form.appendChild(field);',
    '  document.body.appendChild(form);',
    '  form.submit();',
    '})();',
  ].join('\n');
}
