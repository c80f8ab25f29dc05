import { escapeHtml } from '@pgw/protocol/html';

/** The content of a page. Only the title is a text; the other values are markup. */
export interface PageContent {
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
