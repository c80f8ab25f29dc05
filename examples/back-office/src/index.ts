export { createBackOffice, type BackOfficeOptions } from './back-office.ts';
export type { Order, OrderFilter, OrderLine, OrderSource } from './orders.ts';
