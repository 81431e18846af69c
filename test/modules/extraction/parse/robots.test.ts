import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAllowedByRobots, parseRobots } from '../../../../src/modules/extraction/parse/robots.ts';
import { anyText } from '../../../support/any-text.ts';

const allows = (lines: string | string[], path: string): boolean =>
  isAllowedByRobots(parseRobots([lines].flat().join('\n')), new URL(`https://example.com${path}`));

describe('which rules apply (RFC 9309, 2.2.1)', () => {
  test('our own group, in any letter case, and no other', () => {
    const file = ['User-agent: *', 'Disallow: /', '', 'user-agent: LAUNCHWEEK', 'Disallow: /private'];
    expect(allows(file, '/')).toBe(true);
    expect(allows(file, '/private')).toBe(false);
  });

  test('the group for everyone, if none is ours', () => {
    expect(allows(['User-agent: OtherBot', 'Allow: /', 'User-agent: *', 'Disallow: /'], '/')).toBe(false);
    expect(allows(['User-agent: OtherBot', 'Disallow: /'], '/')).toBe(true);
    expect(allows(['User-agent: Launchweekly', 'Disallow: /'], '/')).toBe(true);
  });

  test.each(['Launchweek/1.0', 'Launchweek 2', 'launchweek # ours', 'Launchweek/1.0 (+https://example.com)'])('named %s', (name) => {
    expect(allows([`User-agent: ${name}`, 'Disallow: /a', 'User-agent: *', 'Disallow: /b'], '/a')).toBe(false);
    expect(allows([`User-agent: ${name}`, 'Disallow: /a', 'User-agent: *', 'Disallow: /b'], '/b')).toBe(true);
  });

  test('several groups for one name are merged', () => {
    const file = ['User-agent: launchweek', 'Disallow: /a', 'User-agent: other', 'Disallow: /b', 'User-agent: launchweek', 'Disallow: /c'];
    expect(['/a', '/b', '/c'].map((path) => allows(file, path))).toEqual([false, true, false]);
  });

  test('several names share a group, also with empty, unknown and sitemap lines between them', () => {
    for (const between of ['', '# a note', 'Sitemap: https://example.com/s.xml', 'Host: example.com', 'Crawl-delay: 3', 'nonsense'])
      expect(allows(['User-agent: Launchweek', between, 'User-agent: other', 'Disallow: /'], '/'), between).toBe(false);
  });

  test('rules before any group are ignored', () => {
    expect(allows(['Disallow: /', 'User-agent: *', 'Disallow: /a'], '/')).toBe(true);
  });
});

describe('which rule decides (2.2.2)', () => {
  test.each<[string, string, boolean]>([
    ['Disallow:', '/a', true],
    ['Allow: /\nDisallow: /a', '/a', false],
    ['Disallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['Allow: /a\nDisallow: /a', '/a', true],
    ['Disallow: /a\nAllow: /a', '/a', true],
    ['Disallow: /a', '/A', true],
    ['Disallow: /a', '/abc?d', false],
    ['Disallow: /a/', '/a', true],
    ['Disallow: /*.php$', '/x/index.php', false],
    ['Disallow: /*.php$', '/index.php?a=b', true],
    ['Disallow: /*.php', '/index.php?a=b', false],
    ['Disallow: /a*c*e', '/abcde', false],
    ['Disallow: /a*c*e', '/aec', true],
    ['Disallow: /*', '/', false],
    ['Disallow: *', '/a', false],
    ['Disallow: /$', '/', false],
    ['Disallow: /$', '/a', true],
    ['Disallow: /*ab$', '/ab-ab', false],
    ['Disallow: /ab*b$', '/ab', true],
    ['Disallow: /?', '/?a=b', false],
    ['Disallow: /*?', '/a?b', false],
    ['Allow: /p\nDisallow: /', '/page', true],
    ['Allow: /folder\nDisallow: /folder/x', '/folder/x', false],
    ['Disallow: /page\nAllow: /*.htm', '/page.htm', true],
    ['Disallow: a', '/a', true],
    ['Dissallow: /a', '/a', false],
    ['DISALLOW : /a   # for now', '/a', false],
    ['Disallow: /a#b', '/a', false],
  ])('%j for %s: %s', (rules, path, allowed) => {
    expect(allows(['User-agent: *', rules], path)).toBe(allowed);
  });

  test.each<[string, string]>([
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%E3%83%84', '/foo/bar/ツ'],
    ['/foo/bar/%e3%83%84', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
    ['/foo/bar/baz', '/foo/bar/%62%61%7a'],
    ['/a%2Ab', '/a*b'],
    ['/a$b', '/a$b'],
    ['/a b', '/a%20b'],
    ['/{x}', '/{x}'],
    ['/caf\u00e9', '/caf%C3%A9'],
  ])('%s and %s are equivalent spellings', (rule, path) => {
    expect(allows(['User-agent: *', `Disallow: ${rule}`], path)).toBe(false);
  });

  test('an encoded slash is no slash, and an encoded star no wildcard', () => {
    expect(allows(['User-agent: *', 'Disallow: /a/b'], '/a%2Fb')).toBe(true);
    expect(allows(['User-agent: *', 'Disallow: /a%2Ab'], '/aXb')).toBe(true);
  });

  test('robots.txt itself may always be fetched', () => {
    expect(allows(['User-agent: *', 'Disallow: /'], '/robots.txt')).toBe(true);
  });
});

describe('lenient parsing', () => {
  const file = ['User-agent: *', 'Disallow: /a', 'Allow: /a/b', 'Crawl-delay: 2.5', 'Sitemap: https://example.com/map.xml'];

  test.each([
    ['a byte order mark', `\ufeff${file.join('\n')}`],
    ['carriage returns', file.join('\r\n')],
    ['old line ends', file.join('\r')],
    ['tabs and blanks', file.map((line) => `\t ${line.replace(':', ' :\t')}  `).join('\n')],
    ['comments', file.map((line) => `# note\n${line} # note`).join('\n')],
    ['capitals', file.map((line) => line.replace(/^[^:]+/, (key) => key.toUpperCase())).join('\n')],
    ['lines that mean nothing', `<html>\n:\n::\n: /\nDisallow\n${file.join('\nconstructor: 1\n__proto__: /\n')}`],
  ])('%s', (_name, text) => {
    const robots = parseRobots(text);
    expect(isAllowedByRobots(robots, new URL('https://example.com/a'))).toBe(false);
    expect(isAllowedByRobots(robots, new URL('https://example.com/a/b'))).toBe(true);
    expect(robots.crawl_delay).toBe(2.5);
    expect(robots.sitemaps).toEqual(['https://example.com/map.xml']);
    expect(robots.lines).toHaveLength(4);
  });

  test('the lines shown are those that apply to us', () => {
    const text = 'User-agent: a\nUser-agent: Launchweek/2 # hello\nDisallow: /x\nUser-agent: *\nDisallow: /y';
    expect(parseRobots(text).lines).toEqual(['User-agent: Launchweek/2', 'Disallow: /x']);
    expect(parseRobots('').lines).toEqual([]);
  });

  test('an invalid delay is ignored', () => {
    for (const delay of ['soon', '-1', '', 'NaN', 'Infinity'])
      expect(parseRobots(`User-agent: *\nCrawl-delay: ${delay}`).crawl_delay, delay).toBe(null);
  });

  test('any input is parsed quickly', () => {
    fc.assert(fc.property(anyText(), fc.string(), (text, path) => typeof allows(text, `/${path}`) === 'boolean'));
    const started = process.cpuUsage();
    const stars = `Disallow: /${'a*'.repeat(1000)}b$\n`.repeat(200);
    expect(allows(`User-agent: *\n${stars}`, `/${'a'.repeat(2000)}`)).toBe(true);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000);
  });
});

/** The rule of the RFC, implemented literally: every match, slowly and surely. */
const slowly = (rules: { allow: boolean; pattern: string }[], path: string): boolean => {
  const matching = (pattern: string, from: string): boolean => {
    if (pattern === '') return true;
    if (pattern === '$') return from === '';
    if (pattern[0] === '*') return matching(pattern.slice(1), from) || (from !== '' && matching(pattern, from.slice(1)));
    return from[0] === pattern[0] && matching(pattern.slice(1), from.slice(1));
  };
  const longest = rules.filter(({ pattern }) => matching(pattern, path)).toSorted((a, b) => b.pattern.length - a.pattern.length);
  return longest.length === 0 || longest.some(({ allow, pattern }) => allow && pattern.length === longest[0]!.pattern.length);
};

test('the fast matcher agrees with the slow one', () => {
  const pattern = fc.tuple(fc.stringMatching(/^[ab*/]{0,6}$/), fc.constantFrom('', '$')).map(([body, end]) => `/${body}${end}`);
  const rule = fc.record({ allow: fc.boolean(), pattern });
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 5 }), fc.stringMatching(/^[ab/]{0,8}$/), (rules, rest) => {
      const path = new URL(`https://example.com/${rest.replace(/^\/+/, '')}`).pathname;
      const lines = rules.map(({ allow, pattern }) => `${allow ? 'Allow' : 'Disallow'}: ${pattern}`);
      expect(allows(['User-agent: *', ...lines], path)).toBe(slowly(rules, path));
    }),
    { numRuns: 500 },
  );
});
