import type { StorefrontProblem } from '@pgw/protocol';
import type { Request, Response } from 'express';
import type { PublicAddresses } from '../options/public-addresses.ts';
import { escapeHtml } from '@pgw/protocol/html';
import { sendHtml } from '../routes/send-text.ts';

/** The options of {@link sendProblemPage}. */
export interface ProblemPageOptions {
  readonly req: Request;
  readonly res: Response;
  readonly problem: StorefrontProblem;
  readonly addresses: PublicAddresses;
}

/** Responds with a problem as a page, for forms without scripts. Its link leads back to the previous page. */
export function sendProblemPage({ req, res, problem, addresses }: ProblemPageOptions): void {
  const { title, detail } = problem;
  res.set(
    'Content-Security-Policy',
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  sendHtml(
    res,
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(detail)}</p>
<p><a href="${escapeHtml(findPreviousPath(req, addresses))}">Back</a></p>
</main>
</body>
</html>
`,
  );
}

/**
 * The path of the previous page of the shop. Other sites can set the Referer header to any URL, so only a
 * path at the shop's origin is used.
 */
function findPreviousPath(req: Request, { origin, shopUrl }: PublicAddresses): string {
  const from = req.get('referer') ?? '';
  if (!URL.canParse(from) || new URL(from).origin !== origin) return shopUrl;
  const { pathname, search } = new URL(from);
  // A link to `//name` would lead to another site.
  return `/${pathname.replace(/^\/+/, '')}${search}`;
}
