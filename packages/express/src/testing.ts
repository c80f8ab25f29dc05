export * from '@pgw/server/testing';
