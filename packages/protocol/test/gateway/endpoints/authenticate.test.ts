import { expect, test } from 'vitest';
import { authenticate } from '../../../src/gateway/endpoints/authenticate.ts';
import { invalidPaths, expectRefused, expectAccepted, withoutField } from './schema-assertions.ts';

const { request, response } = authenticate;
const login = { userNameOrEmailAddress: 'shop', password: 'word' };
const issued = { accessToken: 'token', expireInSeconds: 86_400 };

test('a login requires a user name and a password that are not empty, and no other field', () => {
  expect(request.parse(login)).toEqual(login);
  for (const name of Object.keys(login)) {
    expect(invalidPaths(request, withoutField(login, name))).toEqual([name]);
    expectRefused(request, login, name, '');
  }
  expect(invalidPaths(request, { ...login, rememberClient: true })).toEqual(['']);
});

test('the response to a login has a token and its lifetime in seconds, and keeps unknown properties', () => {
  expect(response.parse({ ...issued, userId: 7 })).toEqual({ ...issued, userId: 7 });
  for (const name of Object.keys(issued))
    expect(invalidPaths(response, withoutField(issued, name))).toEqual([name]);
  expectRefused(response, issued, 'accessToken', '');
  expectRefused(response, issued, 'expireInSeconds', 0);
  expectRefused(response, issued, 'expireInSeconds', '86400');
  expectAccepted(response, issued, 'expireInSeconds', 1);
});
