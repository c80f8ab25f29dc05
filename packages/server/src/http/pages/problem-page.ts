import type { StorefrontProblem } from '@pgw/protocol';
import type { PublicAddresses } from '../../options/public-addresses.ts';
import { escapeHtml } from '@pgw/protocol/html';
import { renderDocument } from './document.ts';

export const problemPagePolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Renders a problem for forms without scripts. */
export function renderProblemPage(
  { title, detail }: StorefrontProblem,
  referer: string | undefined,
  addresses: PublicAddresses,
): string {
  const path = escapeHtml(findPreviousPath(referer, addresses));
  return renderDocument({
    title,
    main: `
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(detail)}</p>
<p><a href="${path}">Back</a></p>
`,
  });
}

/** Other sites can set the Referer header to any URL, so only a path at the shop's origin is used. */
function findPreviousPath(from = '', { origin, shopUrl }: PublicAddresses): string {
  if (!URL.canParse(from) || new URL(from).origin !== origin) return shopUrl;
  const { pathname, search } = new URL(from);
  // A link to `//name` would lead to another site.
  return `/${pathname.replace(/^\/+/, '')}${search}`;
}
