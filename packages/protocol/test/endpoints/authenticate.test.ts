import { expect, test } from 'vitest';
import { authenticate } from '../../src/endpoints/authenticate.ts';
import { complaints, expectRefused, expectTaken, without } from './rules.ts';

const { request, response } = authenticate;
const login = { userNameOrEmailAddress: 'shop', password: 'word' };
const issued = { accessToken: 'token', expireInSeconds: 86_400 };

test('the login needs a user name and a password, neither empty, and nothing else', () => {
  expect(request.parse(login)).toEqual(login);
  for (const name of Object.keys(login)) {
    expect(complaints(request, without(login, name))).toEqual([name]);
    expectRefused(request, login, name, '');
  }
  expect(complaints(request, { ...login, rememberClient: true })).toEqual(['']);
});

test('the response is a token and its lifetime in seconds, with unknown properties kept', () => {
  expect(response.parse({ ...issued, userId: 7 })).toEqual({ ...issued, userId: 7 });
  for (const name of Object.keys(issued)) expect(complaints(response, without(issued, name))).toEqual([name]);
  expectRefused(response, issued, 'accessToken', '');
  expectRefused(response, issued, 'expireInSeconds', 0);
  expectRefused(response, issued, 'expireInSeconds', '86400');
  expectTaken(response, issued, 'expireInSeconds', 1);
});
