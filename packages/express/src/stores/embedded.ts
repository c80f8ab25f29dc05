export * from '@pgw/server/stores/embedded';
