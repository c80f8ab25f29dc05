export * from './card.ts';
export * from './order.ts';
export * from './payment.ts';
export * from './problem.ts';
export * from './session.ts';
