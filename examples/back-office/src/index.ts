export { createBackOffice, type BackOfficeOptions } from './back-office.ts';
export type { Clerk } from './clerks.ts';
export type { Order, OrderFilter, OrderLine, OrderSource } from './orders.ts';
