import { createTokens } from '../src/http/forms.ts';
import { createOffice, type CheckoutOfOffice, type Clerk, type OfficeOptions } from '../src/index.ts';

interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** The fields of a form. The token of the form is added. */
  readonly form?: Readonly<Record<string, string>>;
  /** The account whose tokens the form has. */
  readonly account?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly options?: Partial<OfficeOptions<never>>;
}

/** Sends a request to an office as this clerk, without the sign-in of a shop. Without a form, a POST has no token. */
export async function sendAs(checkout: CheckoutOfOffice, clerk: Clerk | undefined, request: SentRequest) {
  const { method, form, account } = request;
  const url = new URL(request.path, 'https://shop.example');
  const { dispatch } = createOffice(checkout, { clerk: () => clerk, ...request.options });
  const token = async (): Promise<string> => {
    const { secrets } = checkout.operator;
    const derive = (name: string) => secrets.derive(name, { account });
    const tokens = await createTokens({ secrets: { derive } }, account, clerk?.id ?? '');
    return tokens.create('form', `/office${url.pathname}`);
  };
  const headers: Readonly<Record<string, string>> = {
    host: url.host,
    origin: url.origin,
    'sec-fetch-site': 'same-origin',
    ...request.headers,
  };
  const reply = await dispatch({
    method,
    path: url.pathname,
    query: url.searchParams,
    mountPath: '/office',
    header: (name) => headers[name],
    readBody: () => Promise.resolve(Buffer.from('')),
    parsedForm: form === undefined ? {} : { token: await token(), ...form },
    clientAddress: '127.0.0.1',
    trustsEveryAddress: false,
    onClose: () => undefined,
    native: undefined,
  });
  return {
    status: reply?.status,
    text: String(reply?.body ?? ''),
    location: reply?.headers['Location'] ?? '',
    headers: reply?.headers ?? {},
  };
}
