export * from '@pgw/server/stores/memory';
