import { PgwError } from '@pgw/protocol';
import { requireOptions } from '@pgw/protocol/internal';
import type { HttpReply, HttpRequest, MountedPart } from '@pgw/server/http';
import { bindAccount } from './accounts.ts';
import type { Office, OfficeRequest, Route, Reply } from './context.ts';
import { createForm, createTokens, isFromOffice, maxFileBytes, readForm, type Tokens } from './http/forms.ts';
import { readAsset } from './http/assets.ts';
import { createEmptyCookie, createMessageCookie, readMessage } from './http/messages.ts';
import { findRoute } from './http/routes.ts';
import { createLanguageCookie, isLanguage, readLanguage, t, html } from './language/language.ts';
import type { CheckoutOfOffice, Clerk, OfficeAccount, OfficeOptions } from './options.ts';
import { createBrandStyles, pageHeaders, renderFrame } from './pages/frame.ts';
import { renderProblem } from './pages/problem.ts';
import { runInScope } from './scope.ts';

/**
 * Creates the back office of a shop: pages with payments, refunds, payouts, and what needs a person. Mount it by the adapter of the
 * checkout, for example with Express: `app.use('/office', checkout.mount(createOffice(checkout, { clerk })))`.
 *
 * @throws PgwError `invalid-configuration` without `clerk`, or with an invalid path or challenge.
 */
export function createOffice<NativeRequest>(
  checkout: CheckoutOfOffice<NativeRequest>,
  given: OfficeOptions<NativeRequest>,
): MountedPart {
  const options = requireOptions(given, 'createOffice');
  const { clerk, path = '/office', challenge = '' } = options;
  if (typeof clerk !== 'function')
    throw new PgwError(
      'invalid-configuration',
      'createOffice: clerk is missing. Pass a function of the request that returns { id, name, may } of the person who has signed in, or undefined. The office has no sign-in of its own.',
    );
  if (!/^(\/[\w.~-]+)+$/.test(path))
    throw new PgwError(
      'invalid-configuration',
      `createOffice: path must be a path such as /office, not ${JSON.stringify(path)}.`,
    );
  if (!/^[ -~]*$/.test(challenge))
    throw new PgwError(
      'invalid-configuration',
      `createOffice: challenge must be the value of a header, such as Basic realm="Office", not ${JSON.stringify(challenge)}.`,
    );
  const site: Site = {
    checkout,
    options,
    path,
    styles: createBrandStyles(options.brand),
  };
  return {
    path,
    dispatch: async (request) => {
      const language = readLanguage((name) => request.header(name));
      try {
        return await runInScope({ base: path, language, clerk: undefined }, () =>
          respond(site, request, language),
        );
      } catch (error) {
        if (error instanceof Error && error.name === 'RequestAborted') return undefined;
        return runInScope({ base: path, language, clerk: undefined }, () => respondToError(site, error));
      }
    },
  };
}

/** What all requests of an office share. */
export interface Site {
  readonly checkout: CheckoutOfOffice;
  readonly options: OfficeOptions<never>;
  readonly path: string;
  readonly styles: string;
}

type Language = ReturnType<typeof readLanguage>;

async function respond(site: Site, request: HttpRequest, language: Language): Promise<HttpReply> {
  requireMountPath(site, request.mountPath);
  const path = normalizePath(request.path);
  if (decode(path) === undefined) return showPage(site, { ...invalid(), status: 400 });
  const asset = readAsset(site, path);
  if (asset !== undefined) return asset;
  // The option has the type of the adapter that passes the request.
  const clerk = await site.options.clerk(request.native as never);
  if (clerk === undefined || clerk === null) return requestSignIn(site, request);
  const chosen = request.query.get('language') ?? '';
  if (request.method === 'GET' && path === '/language' && isLanguage(chosen))
    return redirect(site.path, { 'Set-Cookie': createLanguageCookie(chosen, site.path) });
  if (!clerk.may.includes('view')) return showPage(site, { ...forbidden(), status: 403 });
  const accounts = await site.options.accounts?.(clerk);
  const [, accountId, rest = '/'] = accounts === undefined ? [] : (/^\/a\/([^/]+)(\/.*)?$/.exec(path) ?? []);
  const account = accounts?.find(({ id }) => id === decode(accountId));
  if (accounts !== undefined && account === undefined) {
    const [first] = accounts;
    if (accountId !== undefined || first === undefined) return showPage(site, { ...notFound(), status: 404 });
    return redirect(`${site.path}/a/${encodeURIComponent(first.id)}`);
  }
  const base = account === undefined ? site.path : `${site.path}/a/${encodeURIComponent(account.id)}`;
  return runInScope({ base, language, clerk }, () =>
    respondToClerk(site, request, {
      clerk,
      accounts,
      account,
      base,
      path: account === undefined ? path : rest,
    }),
  );
}

interface ClerkRequest {
  readonly clerk: Clerk;
  readonly accounts: readonly OfficeAccount[] | undefined;
  readonly account: OfficeAccount | undefined;
  readonly base: string;
  readonly path: string;
}

async function respondToClerk(site: Site, request: HttpRequest, visit: ClerkRequest): Promise<HttpReply> {
  const { clerk, accounts, account, base, path } = visit;
  const view = { accounts, account, clerk };
  const found = findRoute(request.method === 'HEAD' ? 'GET' : request.method, path);
  if (found === undefined) return showPage(site, { ...notFound(), status: 404 }, view);
  const { route, params } = found;
  if (!clerk.may.includes(route.verb)) return showPage(site, { ...forbidden(), status: 403 }, view);
  const checkout = bindAccount(site.checkout, account?.id);
  const tokens = await createTokens(checkout.operator, account?.id, clerk.id);
  const url = path === '/' ? base : `${base}${path}`;
  const form =
    route.method === 'POST'
      ? await readOwnForm(request, { route, tokens, url })
      : createForm(() => undefined);
  if (form === undefined) return showPage(site, { ...refused(), status: 403 }, { ...view, tokens });
  const message = route.method === 'GET' ? readMessage(tokens, request.header('cookie'), url) : undefined;
  const office: Office = {
    options: site.options,
    checkout,
    operator: checkout.operator.as(clerk.name),
    clerk,
    account,
    now: (site.options.now ?? Date.now)(),
  };
  const environment = (await checkout.payments.list({ limit: 1 }))[0]?.environment;
  const reply = await route.handle(office, describeRequest(request, { params, form, message }));
  if (reply === undefined) return showPage(site, { ...notFound(), status: 404 }, view);
  if ('file' in reply) return { ...reply.file, headers: { ...pageHeaders(), ...reply.file.headers } };
  if ('redirect' in reply) {
    const cookie = reply.message && createMessageCookie(tokens, reply.redirect, reply.message, site.path);
    return redirect(reply.redirect, cookie === undefined ? {} : { 'Set-Cookie': cookie });
  }
  const headers = message === undefined ? {} : { 'Set-Cookie': createEmptyCookie(site.path) };
  const page = showPage(site, reply, { ...view, tokens, isTest: environment === 'staging' });
  return { ...page, headers: { ...page.headers, ...headers } };
}

/** Reads a form of a page of the office for this clerk. Undefined for any other form. */
async function readOwnForm(
  request: HttpRequest,
  { route, tokens, url }: { readonly route: Route; readonly tokens: Tokens; readonly url: string },
): Promise<OfficeRequest['form'] | undefined> {
  if (!isFromOffice(request)) return undefined;
  const form = await readForm(request, route.hasFile === true ? maxFileBytes : undefined);
  return tokens.isValid('form', url, form.read('token')) ? form : undefined;
}

function describeRequest(
  request: HttpRequest,
  rest: Pick<OfficeRequest, 'params' | 'form' | 'message'>,
): OfficeRequest {
  const origin = request.header('origin') ?? '';
  return {
    ...rest,
    query: request.query,
    clientAddress: request.clientAddress,
    userAgent: request.header('user-agent'),
    origin: /^https?:\/\//.test(origin) ? origin : `https://${request.header('host') ?? 'localhost'}`,
  };
}

function requireMountPath({ path }: Site, mountPath: string | undefined): void {
  // A proxy may have removed the first parts.
  if (mountPath === undefined || path.toLowerCase().endsWith(mountPath.toLowerCase())) return;
  throw new PgwError(
    'invalid-configuration',
    `The office is mounted at ${mountPath === '' ? '/' : mountPath}, and its path is ${path}. Make them the same.`,
  );
}

function normalizePath(path: string): string {
  const single = path.replaceAll(/\/{2,}/g, '/');
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single;
}

export function decode(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function redirect(url: string, headers: Readonly<Record<string, string>> = {}): HttpReply {
  const location = url.replaceAll(/[^!-~]+/g, encodeURIComponent);
  return {
    status: 303,
    headers: { 'Cache-Control': 'no-store', ...headers, Location: location, 'Content-Length': '0' },
    body: undefined,
  };
}

function requestSignIn(site: Site, request: HttpRequest): HttpReply {
  const { signInPath, challenge } = site.options;
  if (signInPath === undefined) {
    const title = t('Sign in first');
    // Without a link to the orders, which need the sign-in too.
    const main = html`<h1>${title}</h1>
      <p class="lead">
        ${t('This page is for people of the shop. Sign in to the shop, then open it again.')}
      </p>`;
    const { headers, ...page } = showPage(site, { title, main, status: 401 });
    return {
      ...page,
      headers: challenge === undefined ? headers : { ...headers, 'WWW-Authenticate': challenge },
    };
  }
  const to = request.method === 'GET' ? `${site.path}${normalizePath(request.path)}` : site.path;
  return redirect(`${signInPath}${signInPath.includes('?') ? '&' : '?'}to=${encodeURIComponent(to)}`);
}

function showPage(
  site: Site,
  page: Extract<Reply, { title: string }>,
  view: Partial<Pick<ClerkRequest, 'accounts' | 'account' | 'clerk'>> & {
    readonly tokens?: Tokens;
    readonly isTest?: boolean;
  } = {},
): HttpReply {
  const markup = renderFrame(page, { ...site, ...view });
  const body = view.tokens?.addToForms(markup) ?? markup;
  return {
    status: page.status ?? 200,
    headers: { ...pageHeaders(), 'Content-Type': 'text/html; charset=utf-8' },
    body,
  };
}

const notFound = () =>
  createProblem(t('Page not found'), t('The address may be wrong, or the page was removed.'));
const invalid = () =>
  createProblem(t('The request failed'), t('The request is invalid. Go back and try again.'));
const forbidden = () =>
  createProblem(
    t('Not allowed'),
    t('You do not have the permission for this. A person who manages the permissions can give it to you.'),
  );
const refused = () =>
  createProblem(
    t('The form was refused'),
    t(
      'It was not sent by a current page of the office. Nothing was changed. Open the page again, and send the form from there.',
    ),
  );

function createProblem(title: string, text: string) {
  return { title, main: html`${renderProblem(title, text)}` };
}

function respondToError(site: Site, error: unknown): HttpReply {
  const status =
    error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 500;
  if (status >= 400 && status < 500)
    return showPage(site, {
      ...invalid(),
      status,
    });
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  const text =
    error instanceof PgwError && error.code === 'invalid-configuration'
      ? error.message
      : t('The action may be incomplete. Look at the payment or payout before you repeat it.');
  return showPage(site, { ...createProblem(t('The request failed'), text), status: 500 });
}
