import { bigint, integer, nullable, text } from './columns.ts';
import { table } from './table.ts';

/**
 * The accounts of the store: the merchants, each at one gateway. The first account of a store has the id 1. It has no origin
 * before a checkout opens it. `sweptAt` is when a process last marked that it sweeps the account.
 */
export const accounts = table(
  {
    id: integer(),
    origin: nullable(text()),
    merchantId: nullable(text()),
    createdAt: nullable(bigint()),
    sweptAt: nullable(bigint()),
  },
  {
    internal: {},
    hasAccount: false,
    primaryKey: ['id'],
    unique: { identity: ['origin', 'merchantId'] },
  },
);
