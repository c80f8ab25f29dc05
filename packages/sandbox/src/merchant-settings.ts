import type { Tenant } from './options.ts';

/** A setting of a shop: the environment variable that `@pgw/cli` and the examples read. */
interface Setting {
  readonly name: string;
  readonly value: string;
  readonly isSecret: boolean;
}

/** Lists the settings with which a shop uses this sandbox as a merchant. */
export function listSettings(url: string, { id, secretKey, userName, password }: Tenant): Setting[] {
  return [
    { name: 'PGW_BASE_URL', value: url, isSecret: false },
    { name: 'PGW_MERCHANT_ID', value: id, isSecret: false },
    { name: 'PGW_USER', value: userName, isSecret: false },
    { name: 'PGW_PASSWORD', value: password, isSecret: true },
    { name: 'PGW_SECRET_KEY', value: secretKey, isSecret: true },
  ];
}
