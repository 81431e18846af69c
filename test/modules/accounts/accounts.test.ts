import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Refusal } from '../../../src/kernel/errors.ts';
import { checkPassword, hashPassword, validatePassword } from '../../../src/modules/accounts/credentials/password.ts';
import { describeDevice, emailKey, formatWait, normalizeEmail, parseLocalPath } from '../../../src/modules/accounts/rules.ts';
import { cheapHash } from '../../support/accounts/cheap-password.ts';
import { anyText } from '../../support/any-text.ts';

describe('normalizing an email address', () => {
  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['Ada.Lovelace+launch@Example.COM', 'Ada.Lovelace+launch@example.com'],
    ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
    ["o'neil@example.co.uk", "o'neil@example.co.uk"],
  ])('%s becomes %s', (typed, normalized) => expect(normalizeEmail(typed)).toBe(normalized));

  test.each([
    'ada',
    '@example.com',
    'ada@',
    'ada@localhost',
    'ada@example',
    'ada@example..com',
    'ada@.example.com',
    'ada@-example.com',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    'a da@example.com',
    'ada@exam ple.com',
    '"ada"@example.com',
    'ada@example.com,eve@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada\n@example.com',
    'ada<eve@example.com>',
    'ada@example.com/x',
    'ada@example.com#x',
    'ada%0a@example.com%0a',
    '\u212Aate@example.com', // the Kelvin sign, which lower-cases to k
    'ſam@example.com', // the long s
    'ada@eve.com@example.com',
    `${'a'.repeat(65)}@example.com`,
  ])('%j is rejected', (typed) => expect(normalizeEmail(typed)).toBeNull());

  test('any accepted address is plain ASCII, a single address, and has a stable key', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.emailAddress(),
          anyText(),
          fc.string().map((text) => `${text}@example.com`),
        ),
        (typed) => {
          const address = normalizeEmail(typed);
          if (address === null) return;
          expect(address).toMatch(/^[!-~]+$/);
          expect(address.split('@')).toHaveLength(2);
          expect(address).not.toMatch(/[,;<>()"\\[\]:]/);
          expect(normalizeEmail(address)).toBe(address);
          expect(emailKey(normalizeEmail(emailKey(address))!)).toBe(emailKey(address));
        },
      ),
    );
  });
});

describe('parsing a local path', () => {
  test.each(['/account', '/listings?q=a+b&page=2#top', '/oauth/authorize?redirect_uri=https%3A%2F%2Felsewhere.example'])(
    'accepts %s',
    (path) => expect(parseLocalPath(path)).toBe(path),
  );
  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    '/.//elsewhere.example',
    '/x/..//elsewhere.example',
    '/%2e//elsewhere.example',
    'javascript:alert(1)',
    ' /account',
    'account',
    '',
    null,
  ])('rejects %j', (path) => expect(parseLocalPath(path)).toBeNull());

  test('an accepted path never leaves the site', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      ':',
      '@',
      '\t',
      '\n',
      'evil.example',
      'https:',
      '?',
      '#',
      'a',
      ' ',
      '\u0000',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const path = parseLocalPath(`/${parts.join('')}`);
        if (path !== null) expect(new URL(path, 'https://launch.example').origin).toBe('https://launch.example');
      }),
      { numRuns: 5000 },
    );
  });
});

describe('passwords', () => {
  const ada = { email: 'ada.lovelace@analytical.example', name: 'Augusta Byron' };
  const findFaultCode = async (password: string): Promise<string | undefined> => {
    try {
      await validatePassword(password, ada);
    } catch (error) {
      return (error as Refusal).errors[0]!.code;
    }
  };

  test.each([
    ['short', 'too_short'],
    ['ninechars', 'too_short'],
    ['x'.repeat(201), 'too_long'],
    ['password123', 'breached'],
    ['Password123!!!', 'breached'],
    ['qwertyuiop', 'breached'],
    ['1234567890', 'breached'],
    ['!!!monkey2024!!!', 'breached'],
    ['aaaaaaaaaaaa', 'breached'],
    ['abcabcabcabc', 'breached'],
    ['8675309-8675309', 'breached'],
    ['ada.lovelace@analytical.example', 'guessable'],
    ['lovelace1815', 'guessable'],
    ['Analytical!1', 'guessable'],
    ['2024Augusta!', 'guessable'],
  ])('%s is rejected as %s', async (password, code) => expect(await findFaultCode(password)).toBe(code));

  test.each(['correct horse battery', 'tuYr5-wqz9-Lm', 'пароль из леса', '🐢🐢🌊🐢🌲🦊🐢🐸🌵🐙'])('%s is accepted', async (password) =>
    expect(await findFaultCode(password)).toBeUndefined(),
  );

  test('match their hash in any Unicode form; other passwords do not', async () => {
    const stored = await hashPassword('Crème brûlée à deux');
    expect(stored).toMatch(/^scrypt\$32768\$8\$1\$/);
    expect(await checkPassword('Crème brûlée à deux'.normalize('NFD'), stored)).toEqual({ is_correct: true, needs_rehash: false });
    expect(await checkPassword('Creme brulee a deux', stored)).toMatchObject({ is_correct: false });
    expect(await checkPassword('anything', null)).toMatchObject({ is_correct: false });
  });

  test('with a hash of another cost match and need a rehash', async () => {
    expect(await checkPassword('correct horse battery', cheapHash('correct horse battery'))).toEqual({
      is_correct: true,
      needs_rehash: true,
    });
  });
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['curl/8.5.0', null],
  [undefined, null],
])('the user agent %s is described as %s', (user_agent, device) => expect(describeDevice(user_agent)).toBe(device));

test('formatWait uses seconds, then whole minutes', () => {
  expect([30, 90, 91, 900].map(formatWait)).toEqual(['30 seconds', '90 seconds', '2 minutes', '15 minutes']);
});
