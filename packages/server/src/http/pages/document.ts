import { randomBytes } from 'node:crypto';
import { escapeHtml } from '@pgw/protocol/html';
import { createTextReply, type HttpReply } from '../exchange.ts';

/** The content of a page. Only the title is a text; the other values are markup. */
interface PageContent {
  /** The attributes of the `html` element. Default: `lang="en"`. */
  readonly attributes?: string | undefined;
  readonly title: string;
  /** The elements of the head after the title; those that are undefined are omitted. */
  readonly head?: readonly (string | undefined)[] | undefined;
  readonly main: string;
  /** What follows the `main` element. */
  readonly end?: string | undefined;
}

export function renderDocument({
  attributes = 'lang="en"',
  title,
  head = [],
  main,
  end,
}: PageContent): string {
  const lines = [
    '<!doctype html>',
    `<html ${attributes}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title>`,
    ...head,
    '</head>',
    '<body>',
    `<main>${main}</main>`,
    end,
    '</body>',
    '</html>',
  ];
  return `${lines.filter(Boolean).join('\n')}\n`;
}

export function createNonce(): string {
  return randomBytes(16).toString('base64');
}

/** Creates a response with a page. `policy` is its `Content-Security-Policy`. */
export function createPageReply(
  html: string,
  policy: string,
  { headers, status }: Partial<Pick<HttpReply, 'headers' | 'status'>> = {},
): HttpReply {
  const allHeaders = { ...headers, 'Content-Security-Policy': policy };
  return createTextReply('text/html; charset=utf-8', html, allHeaders, status);
}
