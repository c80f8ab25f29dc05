import { renderNotice, type TemplateValue } from '@pgw/pages';
import type { Request, Response } from 'express';
import { renderRefusal } from './pages/refusal.ts';

/** A message for one page, shown once. */
export interface PageMessage {
  /** The path of the page. */
  readonly path: string;
  /** The id of the section in which it is shown. Empty for the top of the page. */
  readonly section: string;
  readonly tone: Parameters<typeof renderNotice>[0];
  readonly text: string;
  /** The folded details of a refusal. */
  readonly details?: string | undefined;
}

/**
 * Redirects to a page of the back office, which shows the message once. The session has the message, so a link
 * of another site cannot make the back office show one.
 */
export function redirectWithMessage(
  request: Request,
  response: Response,
  {
    url,
    section = '',
    ...message
  }: { url: string; section?: string } & Pick<PageMessage, 'tone' | 'text' | 'details'>,
): void {
  const [path = ''] = url.split('#');
  request.session.message = { ...message, path, section };
  response.redirect(303, url);
}

/** Removes the message for the requested page from the session and returns it. */
export function takeMessage(request: Request): PageMessage | undefined {
  const { message } = request.session;
  if (message === undefined || message.path !== request.baseUrl + request.path) return undefined;
  delete request.session.message;
  return message;
}

/** Renders the message for a section. Renders nothing if the message belongs to another section. */
export function renderMessage(message: PageMessage | undefined, section = ''): TemplateValue {
  if (message?.section !== section) return undefined;
  const { tone, text, details } = message;
  return renderNotice(tone, renderRefusal({ text, details }));
}
