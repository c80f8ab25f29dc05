export { withTestOverrides, type TestOverrides } from '@pgw/protocol/internal';
