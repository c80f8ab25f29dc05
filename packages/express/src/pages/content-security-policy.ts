/** What a page with the checkout needs of its policy. */
export interface PolicyOptions {
  /** Of this one answer: at least 128 random bits in base64, as on the page's script tags. */
  readonly nonce: string;
  /** Where the pictures of channels and banks come from: origins, as `https://logos.example`. */
  readonly logoOrigins: readonly string[];
  /** Where a payment leaves to by a form, redirects included. */
  readonly redirectOrigins: readonly string[];
  /** Where the element's scripts lie when it is not the page's own origin: a CDN. */
  readonly scriptOrigin?: string | undefined;
  /**
   * Sources of the page's own, by directive: `{ 'style-src': ["'self'"], 'font-src': ["'self'"] }`. They are added to ours; a
   * directive that is `'none'` so far becomes theirs.
   */
  readonly also?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** What may stand in a header value without ending its directive or the policy. */
const source = /^[\x21-\x2b\x2d-\x3a\x3c-\x7e]+$/;

/**
 * The value of a `Content-Security-Policy` header under which the checkout works, and next to nothing else does: no inline
 * script or style without the nonce, no `eval`, no text turned into script (Trusted Types).
 *
 * These sources are a promise: a version that needs another one is a new major version.
 *
 * @throws RangeError when a nonce or a source could not stand in the header, for example with a space or a semicolon in it.
 */
export function contentSecurityPolicy(options: PolicyOptions): string {
  const { nonce, also = {} } = options;
  if (!/^[A-Za-z0-9+/_-]{22,}={0,2}$/.test(nonce)) {
    throw new RangeError(
      'contentSecurityPolicy: nonce must be base64 of 16 random bytes, made for each answer.',
    );
  }
  const ours = directives(options);
  const names = [...new Set([...Object.keys(ours), ...Object.keys(also)])];
  return names.map((name) => directive(name, [...(ours[name] ?? []), ...(also[name] ?? [])])).join('; ');
}

function directives({
  nonce,
  logoOrigins,
  redirectOrigins,
  scriptOrigin = "'self'",
}: PolicyOptions): Readonly<Record<string, readonly string[]>> {
  return {
    'default-src': ["'none'"],
    // Browsers that know 'strict-dynamic' go by the nonce alone; older ones find the element's files by their origin.
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'", scriptOrigin],
    // The styles of a list that the server rendered; the element's own are constructed and need no permission.
    'style-src': [`'nonce-${nonce}'`],
    'connect-src': ["'self'"],
    'img-src': ["'self'", ...logoOrigins],
    'form-action': ["'self'", ...redirectOrigins],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['lit-html', 'pgw-checkout', 'pgw-loader'],
  };
}

function directive(name: string, sources: readonly string[]): string {
  const wrong = [name, ...sources].find((each) => !source.test(each));
  if (wrong !== undefined) {
    throw new RangeError(`contentSecurityPolicy: "${wrong}" is no source: no spaces, commas or semicolons.`);
  }
  // 'none' counts only when it stands alone.
  const kept = sources.length > 1 ? sources.filter((each) => each !== "'none'") : sources;
  return [name, ...new Set(kept)].join(' ');
}
