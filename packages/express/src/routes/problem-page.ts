import type { StorefrontProblem } from '@pgw/protocol';
import type { Request, Response } from 'express';
import { escapeHtml } from '../snippet/html.ts';

/** A problem for somebody who looks at it: a form was sent without a script. The way back is the page that they came from. */
export function sendProblemPage(req: Request, res: Response, { title, detail }: StorefrontProblem): void {
  res.set(
    'Content-Security-Policy',
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  res.type('html').send(`<!doctype html>
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
<p><a href="${escapeHtml(wayBack(req))}">Back</a></p>
</main>
</body>
</html>
`);
}

/** The path of the page before, of this very host; its address is not taken as it is, since anybody may write one. */
function wayBack(req: Request): string {
  const from = req.get('referer') ?? '';
  if (!URL.canParse(from) || new URL(from).host !== req.get('host')) return '/';
  const { pathname, search } = new URL(from);
  return `/${pathname.replace(/^\/+/, '')}${search}`;
}
