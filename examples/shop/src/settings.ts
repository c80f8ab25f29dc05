import type { Clerk } from './sign-in/clerks.ts';
import { isLoopback } from './requests/loopback.ts';
import { z } from 'zod';

/** The settings of the shop. */
export interface Settings {
  readonly port: number;
  /**
   * The origin at which shoppers and the gateway reach the shop, without a path and without a trailing slash.
   */
  readonly publicUrl: string;
  /** The directory of the database. */
  readonly dataDirectory: string;
  /** The URL of a database of PostgreSQL. Undefined: the database is a file of SQLite. */
  readonly databaseUrl: string | undefined;
  /** `choose`: shoppers choose a channel in the shop. `hosted`: they choose it on the gateway's page. */
  readonly mode: 'choose' | 'hosted';
  /**
   * `snippet`: the server renders the checkout. `classic`: the page has only the element and its script tag.
   */
  readonly checkoutTag: 'snippet' | 'static' | 'classic';
  /** True when the gateway is on this machine. No money moves then. */
  readonly isSandbox: boolean;
  /**
   * - `full`: the shop has a card form and charges cards immediately.
   * - `pre-auth`: the shop has a card form. A clerk charges the card when the order is shipped.
   * - `off`: shoppers enter cards on the gateway's page.
   */
  readonly cardMode: 'full' | 'pre-auth' | 'off';
  readonly office: {
    /** The people who can sign in. */
    readonly clerks: readonly Clerk[];
    /** True when the clerk is the public one of the demo. The sign-in page then shows its password. */
    readonly isDemo: boolean;
  };
  readonly gateway: {
    readonly baseUrl: string;
    /** Default: that of the client. */
    readonly environment: 'staging' | 'production' | undefined;
    readonly merchantId: string;
    readonly secretKey: string;
    readonly credentials: { readonly userName: string; readonly password: string };
  };
}

/**
 * Error thrown when environment variables are invalid. The message names each variable and the expected
 * value.
 */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The public credentials of the sandbox. They are used only with a sandbox on this machine. */
const demoCredentials = {
  PGW_MERCHANT_ID: '1001',
  PGW_SECRET_KEY: 'sandbox-secret-key',
  PGW_USER: 'merchant@sandbox.example',
  PGW_PASSWORD: 'sandbox-password',
};

const urlText = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((text) => text.replace(/\/+$/, ''));
/** The public clerk of the demo. It is valid only if the shop and its gateway are on this machine. */
const demoClerk = { name: 'Aina', password: 'rimba-office' };
const requiredText = z.string({ error: 'must be set, because PGW_BASE_URL is not on this machine' }).min(1);

const clerksMessage = 'must be JSON with a password for each name, such as {"Aina": "a long password"}';
/** The people who can sign in to the back office, as JSON: names and passwords. */
const clerksText = z
  .string({ error: 'must be set, because the shop or its gateway is not on this machine' })
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue(clerksMessage);
      return z.NEVER;
    }
  })
  .pipe(
    z
      .record(z.string().trim().min(1).max(100), z.string().min(1), clerksMessage)
      .transform((clerks) => Object.entries(clerks).map(([name, password]): Clerk => ({ name, password }))),
  )
  .refine((clerks) => clerks.length > 0, clerksMessage);

const localEnvironment = z.object({
  PGW_SHOP_PORT: z.coerce
    .number({ error: 'must be a port number from 1 to 65535' })
    .int('must be a whole number')
    .min(1, 'must be a port number from 1 to 65535')
    .max(65535, 'must be a port number from 1 to 65535')
    .default(3000),
  PGW_SHOP_PUBLIC_URL: urlText
    .refine(
      (url) => new URL(url).pathname === '/',
      'must have no path: the links of the shop start at /, so use a separate host name, such as https://store.example',
    )
    .optional(),
  PGW_SHOP_MODE: z.enum(['choose', 'hosted'], 'must be choose or hosted').default('choose'),
  PGW_SHOP_TAG: z
    .enum(['snippet', 'static', 'classic'], 'must be snippet, static or classic')
    .default('snippet'),
  PGW_SHOP_CARDS: z.enum(['full', 'pre-auth', 'off'], 'must be full, pre-auth or off').optional(),
  PGW_SHOP_DATA: z.string().default('.pgw/shop'),
  // The default message would have the URL, which can have a password.
  PGW_SHOP_DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'must be a URL of PostgreSQL, such as postgres://user:password@127.0.0.1:5432/shop',
    })
    .optional(),
  PGW_BASE_URL: urlText.default('http://127.0.0.1:4010'),
  PGW_MERCHANT_ID: requiredText,
  PGW_SECRET_KEY: requiredText,
  PGW_USER: requiredText,
  PGW_PASSWORD: requiredText,
  PGW_ENVIRONMENT: z.enum(['staging', 'production'], 'must be staging or production').optional(),
  PGW_SHOP_OFFICE_CLERKS: clerksText,
});
/** The rules for a shop or a gateway that is not on this machine. */
const publicEnvironment = localEnvironment.extend({
  PGW_SHOP_OFFICE_CLERKS: clerksText
    .refine(
      (clerks) => clerks.every(({ password }) => password.length >= 12),
      'must have passwords of at least 12 characters',
    )
    .refine(
      (clerks) => clerks.every(({ password }) => password !== demoClerk.password),
      'must not have the password of the demo, which is public',
    ),
});

/**
 * Reads the settings from environment variables. An empty variable is treated as not set.
 *
 * @throws SettingsError that names every missing or invalid variable, but never contains its value.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const isGatewayLocal = isLoopback(variables['PGW_BASE_URL'] ?? 'http://127.0.0.1:4010');
  const isLocal = isGatewayLocal && isLoopback(variables['PGW_SHOP_PUBLIC_URL'] ?? 'http://127.0.0.1');
  const parsed = (isLocal ? localEnvironment : publicEnvironment).safeParse({
    ...(isGatewayLocal && demoCredentials),
    ...(isLocal && { PGW_SHOP_OFFICE_CLERKS: JSON.stringify({ [demoClerk.name]: demoClerk.password }) }),
    ...variables,
  });
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ') + '.',
    );
  }
  const values = parsed.data;
  return {
    port: values.PGW_SHOP_PORT,
    publicUrl: values.PGW_SHOP_PUBLIC_URL ?? `http://127.0.0.1:${values.PGW_SHOP_PORT}`,
    dataDirectory: values.PGW_SHOP_DATA,
    databaseUrl: values.PGW_SHOP_DATABASE_URL,
    mode: values.PGW_SHOP_MODE,
    checkoutTag: values.PGW_SHOP_TAG,
    isSandbox: isGatewayLocal,
    // Each shop decides whether it has its own card form (docs/cards.md). A shop on this machine has one by default.
    cardMode: values.PGW_SHOP_CARDS ?? (isLocal ? 'full' : 'off'),
    office: {
      clerks: values.PGW_SHOP_OFFICE_CLERKS,
      isDemo: values.PGW_SHOP_OFFICE_CLERKS.some(({ password }) => password === demoClerk.password),
    },
    gateway: {
      baseUrl: values.PGW_BASE_URL,
      environment: values.PGW_ENVIRONMENT,
      merchantId: values.PGW_MERCHANT_ID,
      secretKey: values.PGW_SECRET_KEY,
      credentials: { userName: values.PGW_USER, password: values.PGW_PASSWORD },
    },
  };
}
