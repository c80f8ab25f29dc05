export * from '@pgw/server/store';
