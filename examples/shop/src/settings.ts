import { isLoopback } from '@pgw/example-pages';
import { z } from 'zod';

/** The settings of the shop. */
export interface Settings {
  readonly port: number;
  /** Where shoppers and the gateway reach the shop: an origin, without a path and without a slash at the end. */
  readonly publicUrl: string;
  /** Directory of the database. */
  readonly dataDirectory: string;
  /** Where shoppers choose a channel: in the shop, or on the gateway's page. */
  readonly mode: 'choose' | 'hosted';
  /** How the checkout is added to a page: rendered by the server, or by the classic tag alone, as in a static page. */
  readonly tag: 'snippet' | 'classic';
  /** The gateway is on this machine: no money moves, and every page shows it. */
  readonly isSandbox: boolean;
  /**
   * `full`: the shop accepts cards in its own page and charges at once; `pre-auth`: it charges when it ships; `off`: cards are
   * entered on the gateway's page, and the shop does not handle them.
   */
  readonly cards: 'full' | 'pre-auth' | 'off';
  readonly office: {
    readonly password: string;
    /** The password is the public one of the demo: the sign-in page shows it. */
    readonly isDemo: boolean;
    /** Payouts have their own channel, which differs between the gateway's two environments. */
    readonly environment: 'staging' | 'production';
  };
  readonly gateway: {
    readonly baseUrl: string;
    readonly merchantId: string;
    readonly secretKey: string;
    readonly credentials: { readonly userName: string; readonly password: string };
  };
}

/** The environment can't be used. The message names each variable and the expected value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The sandbox's public demo values. They work only with a sandbox on this machine. */
const demo = {
  PGW_MERCHANT_ID: '1001',
  PGW_SECRET_KEY: 'sandbox-secret-key',
  PGW_USER: 'merchant@sandbox.example',
  PGW_PASSWORD: 'sandbox-password',
};

const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => text.replace(/\/+$/, ''));
/** Works only for a shop on this machine with a sandbox on this machine. */
const demoPassword = 'rimba-office';
const needed = z.string({ error: 'must be set, because PGW_BASE_URL is not on this machine' }).min(1);

const environment = z.object({
  PGW_SHOP_PORT: z.coerce
    .number({ error: 'must be a port number from 1 to 65535' })
    .int('must be a whole number')
    .min(1, 'must be a port number from 1 to 65535')
    .max(65535, 'must be a port number from 1 to 65535')
    .default(3000),
  PGW_SHOP_PUBLIC_URL: url
    .refine(
      (address) => new URL(address).pathname === '/',
      'must have no path: the links of the shop start at /, so give it a host name of its own, such as https://store.example',
    )
    .optional(),
  PGW_SHOP_MODE: z.enum(['choose', 'hosted'], 'must be choose or hosted').default('choose'),
  PGW_SHOP_TAG: z.enum(['snippet', 'classic'], 'must be snippet or classic').default('snippet'),
  PGW_SHOP_CARDS: z.enum(['full', 'pre-auth', 'off'], 'must be full, pre-auth or off').optional(),
  PGW_SHOP_DATA: z.string().default('.pgw/shop'),
  PGW_BASE_URL: url.default('http://127.0.0.1:4010'),
  PGW_MERCHANT_ID: needed,
  PGW_SECRET_KEY: needed,
  PGW_USER: needed,
  PGW_PASSWORD: needed,
  PGW_ENVIRONMENT: z.enum(['staging', 'production'], 'must be staging or production').optional(),
  PGW_SHOP_OFFICE_PASSWORD: z.string({
    error: 'must be set, because the shop or its gateway is not on this machine',
  }),
});
const guardedEnvironment = environment.extend({
  PGW_SHOP_OFFICE_PASSWORD: environment.shape.PGW_SHOP_OFFICE_PASSWORD.min(
    12,
    'must have at least 12 characters',
  ).refine((password) => password !== demoPassword, 'must not be the password of the demo, which is public'),
});

/**
 * Reads the settings from the environment; an empty variable counts as unset.
 *
 * @throws SettingsError naming every variable that is missing or malformed, never its value.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const isLocal = isLoopback(given['PGW_BASE_URL'] ?? 'http://127.0.0.1:4010');
  const isDemo = isLocal && isLoopback(given['PGW_SHOP_PUBLIC_URL'] ?? 'http://127.0.0.1');
  const parsed = (isDemo ? environment : guardedEnvironment).safeParse({
    ...(isLocal && demo),
    ...(isDemo && { PGW_SHOP_OFFICE_PASSWORD: demoPassword }),
    ...given,
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
    mode: values.PGW_SHOP_MODE,
    tag: values.PGW_SHOP_TAG,
    isSandbox: isLocal,
    // A shop decides itself whether it accepts cards in its own page (docs/cards.md). Only the demo has a default.
    cards: values.PGW_SHOP_CARDS ?? (isDemo ? 'full' : 'off'),
    office: {
      password: values.PGW_SHOP_OFFICE_PASSWORD,
      isDemo: values.PGW_SHOP_OFFICE_PASSWORD === demoPassword,
      environment: values.PGW_ENVIRONMENT ?? (isLocal ? 'staging' : 'production'),
    },
    gateway: {
      baseUrl: values.PGW_BASE_URL,
      merchantId: values.PGW_MERCHANT_ID,
      secretKey: values.PGW_SECRET_KEY,
      credentials: { userName: values.PGW_USER, password: values.PGW_PASSWORD },
    },
  };
}
