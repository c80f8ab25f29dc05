export * from '@pgw/server/stores/postgres';
