import { expect, test } from 'vitest';
import { choosePeriod, conversionOf, daysOfPeriod, isOwnLink, isPerson, parseTrafficSource } from '../../../src/modules/stats/rules.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';

test.each([
  [{ 'user-agent': FIREFOX }, true],
  [{ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }, false],
  [{ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0 Safari/537.36' }, false],
  [{ 'user-agent': 'curl/8.9' }, false],
  [{}, false],
  [{ 'user-agent': FIREFOX, 'sec-purpose': 'prefetch;prerender' }, false],
  [{ 'user-agent': FIREFOX, 'x-moz': 'prefetch' }, false],
])('%j is a person: %s', (headers, person) => {
  expect(isPerson(headers)).toBe(person);
});

test.each([
  [undefined, {}, 'direct', ''],
  ['not an address', {}, 'direct', ''],
  ['android-app://com.example/', {}, 'direct', ''],
  ['https://www.News.Example/item', {}, 'referrer', 'news.example'],
  ['https://launch.example/', {}, 'internal', ''],
  [`https://${'a.'.repeat(80)}example/`, {}, 'other', ''],
  ['https://news.example/', { utm_source: ' Newsletter ' }, 'campaign', 'newsletter'],
  ['https://news.example/', { ref: 'producthunt' }, 'campaign', 'producthunt'],
  ['https://news.example/', { utm_source: '<b>', ref: ['x'] }, 'referrer', 'news.example'],
])('the source of %s with %j is %s %s', (referrer, query, kind, source) => {
  expect(parseTrafficSource(referrer, query, 'launch.example')).toEqual({ kind, source });
});

const LINKS = {
  domain: 'handrailer.example',
  website: 'https://www.handrailer.example/en',
  demo_video_url: 'https://video.example/watch?v=1',
  socials: { x: 'https://x.com/handrailer', github: null },
};

test.each([
  ['https://handrailer.example/', true],
  ['https://docs.handrailer.example/start', true],
  ['https://x.com/handrailer', true],
  ['https://video.example/watch?v=1', true],
  ['https://x.com/intent/post?url=handrailer', false],
  ['https://nothandrailer.example/', false],
  ['https://handrailer.example.evil.example/', false],
  ['javascript:alert(1)', false],
  ['', false],
])('%s is an own link: %s', (address, own) => {
  expect(isOwnLink(LINKS, address)).toBe(own);
});

test('periods end today; the launch week is shown first until a week after it', () => {
  expect(daysOfPeriod('7', '2026-11-11', null)).toEqual({ from: '2026-11-05', to: '2026-11-11' });
  expect(daysOfPeriod('launch', '2026-11-11', '2026-11-02')).toEqual({ from: '2026-11-02', to: '2026-11-08' });
  expect(daysOfPeriod('launch', '2026-11-11', null)).toEqual({ from: '2026-11-05', to: '2026-11-11' });
  expect([null, '2026-11-16', '2026-11-09', '2026-11-02', '2026-10-26'].map((week) => choosePeriod('2026-11-11', week))).toEqual([
    '28',
    '28',
    'launch',
    'launch',
    '28',
  ]);
  expect([conversionOf({ views: 0, clicks: 0 }), conversionOf({ views: 8, clicks: 2 })]).toEqual([null, 0.25]);
});
