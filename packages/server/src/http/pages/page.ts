import { randomBytes } from 'node:crypto';
import { escapeHtml } from '@pgw/protocol/html';
import { requireArgument } from '@pgw/protocol/internal';
import * as z from '@pgw/protocol/zod';
import { createTextReply, type HttpReply } from '../route.ts';

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

/** The options of {@link contentSecurityPolicy}. */
export interface PolicyOptions {
  /**
   * The nonce of this response: at least 128 random bits in base64. The page's script tags have the same
   * nonce.
   */
  readonly nonce: string;
  /** Origins of the images of channels and banks, for example `https://logos.example`. */
  readonly logoOrigins: readonly string[];
  /** Origins to which a form may redirect, directly or through further redirects. */
  readonly redirectOrigins: readonly string[];
  /** The origin of the element's scripts if a CDN serves them. Default: the page's own origin. */
  readonly scriptOrigin?: string | undefined;
  /**
   * Further sources of the page, by directive: `{ 'style-src': ["'self'"], 'font-src': ["'self'"] }`. They
   * are added to the sources of the checkout, and replace `'none'`.
   */
  readonly additionalSources?: Readonly<Record<string, readonly string[]>> | undefined;
}

const sourcesSchema = z.array(z.string());
const policySchema = z.strictObject({
  nonce: z.string(),
  logoOrigins: sourcesSchema,
  redirectOrigins: sourcesSchema,
  scriptOrigin: z.string().optional(),
  additionalSources: z.record(z.string(), sourcesSchema).optional(),
});

/** Visible ASCII without the comma, which would end the policy, and the semicolon, which would end the directive. */
const validToken = /^[\x21-\x2b\x2d-\x3a\x3c-\x7e]+$/;

/**
 * Returns the value of a `Content-Security-Policy` header that allows only what the checkout needs. Inline
 * scripts and styles need the nonce, and `eval` is blocked. With Trusted Types, only the policies of the
 * checkout can convert text to markup or scripts.
 *
 * Minor and patch releases of this package need no further sources.
 *
 * @throws RangeError when a nonce or source is not valid in the header, for example because it contains a
 * space or a semicolon.
 */
export function contentSecurityPolicy(options: PolicyOptions): string {
  requireArgument(policySchema, options, 'contentSecurityPolicy');
  const { nonce, additionalSources = {} } = options;
  if (!/^[A-Za-z0-9+/_-]{22,}={0,2}$/.test(nonce)) {
    throw new RangeError(
      'contentSecurityPolicy: nonce must be base64 of 16 random bytes, made for each response.',
    );
  }
  const requiredSources = listRequiredSources(options);
  const names = [...new Set([...Object.keys(requiredSources), ...Object.keys(additionalSources)])];
  return names
    .map((name) =>
      formatDirective(name, [...(requiredSources[name] ?? []), ...(additionalSources[name] ?? [])]),
    )
    .join('; ');
}

function listRequiredSources({
  nonce,
  logoOrigins,
  redirectOrigins,
  scriptOrigin = "'self'",
}: PolicyOptions): Readonly<Record<string, readonly string[]>> {
  return {
    'default-src': ["'none'"],
    // Browsers that support 'strict-dynamic' use only the nonce. Older browsers use the origin of the
    // element's files.
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", scriptOrigin],
    // The list of channels that the server renders has inline styles. The element uses constructed style
    // sheets, which need no source.
    'style-src': [`'nonce-${nonce}'`],
    'connect-src': ["'self'"],
    'img-src': ["'self'", ...logoOrigins],
    'form-action': ["'self'", ...redirectOrigins],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['lit-html', 'pgw-loader'],
  };
}

function formatDirective(name: string, sources: readonly string[]): string {
  const invalidToken = [name, ...sources].find((token) => !validToken.test(token));
  if (invalidToken !== undefined) {
    throw new RangeError(
      `contentSecurityPolicy: "${invalidToken}" in the directive "${name}" is not valid: it must not contain spaces, commas or semicolons.`,
    );
  }
  // 'none' is valid only as the single source.
  const allowedSources = sources.length > 1 ? sources.filter((source) => source !== "'none'") : sources;
  return [name, ...new Set(allowedSources)].join(' ');
}
