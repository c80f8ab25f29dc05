export * from '@pgw/server/operator';
