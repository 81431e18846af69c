import { expect, test } from 'vitest';
import { normalizeMailbox } from '../../../src/modules/votes/mail-domains.ts';
import { networksOf } from '../../../src/modules/votes/networks.ts';
import { classifyReferrer } from '../../../src/modules/votes/rules.ts';

test.each([
  ['rita.may+x@googlemail.com', 'ritamay@gmail.com'],
  ['r.i-t_a+news@pm.me', 'rita@proton.me'],
  ['rita@protonmail.ch', 'rita@proton.me'],
  ['rita+a@mac.com', 'rita@icloud.com'],
  ['anything@rita.fastmail.com', 'rita@fastmail.com'],
  ['rita+a@fastmail.com', 'rita@fastmail.com'],
  ['rita-shop@yahoo.com', 'rita@yahoo.com'],
  ['ri-ta@ya.ru', 'rita@yandex.com'],
  ['rita.may+x@outlook.com', 'rita.may@outlook.com'],
  ['rita.may+x@own.example', 'rita.may@own.example'],
  ['rita-may@own.example', 'rita-may@own.example'],
  ['a@rita.own.example', 'a@rita.own.example'],
  ['+@own.example', '+@own.example'],
  ['...@gmail.com', '...@gmail.com'],
])('%s is the mailbox %s', (address, mailbox) => {
  expect(normalizeMailbox(address)).toBe(mailbox);
});

test.each([
  ['203.0.113.77', ['203.0.113.77/32', '203.0.113.0/24', '203.0.112.0/20']],
  ['::ffff:203.0.113.77', ['203.0.113.77/32', '203.0.113.0/24', '203.0.112.0/20']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32']],
])('networks of %s', (address, networks) => {
  expect(Object.values(networksOf(address)!)).toEqual(networks);
});

test('what is no address has no network', () => {
  expect(networksOf('unknown')).toBe(null);
});

test.each([
  [null, 'none'],
  ['', 'none'],
  ['android-app://com.example', 'none'],
  ['https://launch.example/launches', 'site'],
  ['https://www.google.co.uk/', 'search'],
  ['https://notgoogle.com/', 'other'],
  ['https://google.attacker.example/', 'other'],
  ['https://news.example/', 'other'],
])('referrer %s', (referrer, kind) => {
  expect(classifyReferrer(referrer, 'https://launch.example')).toBe(kind);
});
