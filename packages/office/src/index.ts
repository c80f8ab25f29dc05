export { createBackOffice, type BackOfficeOptions } from './back-office.ts';
export type { Clerk } from './sign-in/clerks.ts';
export type { Order, OrderFilter, OrderLine, OrderSource } from './orders/orders.ts';
