import { renderNotice, type TemplateValue } from '@pgw/pages';
import { renderRefusal } from '../pages/refusal.ts';
import type { Tokens } from './forms.ts';
import type { Message } from '../context.ts';

const cookieName = 'office_message';
/** Browsers refuse cookies of more than 4,096 bytes. */
const maxTextLength = 600;

/** The message of an action, and the path of the page that shows it. */
interface SentMessage extends Message {
  readonly path: string;
}

/**
 * Creates the cookie with a message for the page of a redirect. It is signed for the clerk, so that a link of another site cannot make the
 * office show one.
 */
export function createMessageCookie(tokens: Tokens, url: string, message: Message, path: string): string {
  const [page = ''] = url.split('#');
  const { text, details, ...rest } = message;
  const sent: SentMessage = {
    ...rest,
    path: page,
    text: text.slice(0, maxTextLength),
    details: details?.slice(0, maxTextLength),
  };
  const value = Buffer.from(JSON.stringify(sent)).toString('base64url');
  return `${cookieName}=${value}.${tokens.create('message', value)}; Path=${path}; Max-Age=60; HttpOnly; SameSite=Strict`;
}

/** Reads the message for a page. */
export function readMessage(tokens: Tokens, cookie: string | undefined, page: string): Message | undefined {
  const [, value = '', token = ''] =
    new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]+)\\.([\\w-]+)`).exec(cookie ?? '') ?? [];
  if (value === '' || !tokens.isValid('message', value, token)) return undefined;
  // The token shows that `createMessageCookie` has written it.
  const { path, ...message } = JSON.parse(Buffer.from(value, 'base64url').toString()) as SentMessage;
  return path === page ? message : undefined;
}

/** The cookie that removes a message after it was shown. */
export function createEmptyCookie(path: string): string {
  return `${cookieName}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Strict`;
}

/** Renders the message for a section. Renders nothing if the message belongs to another section. */
export function renderMessage(message: Message | undefined, section?: string): TemplateValue {
  if (message === undefined || message.section !== section) return undefined;
  return renderNotice(message.tone, renderRefusal(message));
}
