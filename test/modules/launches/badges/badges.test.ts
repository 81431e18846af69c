import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BADGE_KINDS, type BadgeListing, resolveBadgeKind } from '../../../../src/modules/listings/badges/kinds.ts';
import {
  BADGE_SHAPES,
  type BadgeShapeName,
  type BadgeStyle,
  badgeUrl,
  buildBadge,
  DEFAULT_BADGE_STYLE,
  drawBadge,
} from '../../../../src/modules/listings/badges/render.ts';
import { fitLine, measureText } from '../../../../src/modules/listings/badges/text-width.ts';
import { anyText } from '../../../support/any-text.ts';
import { site } from '../../../support/web/samples/listings.ts';

const live: BadgeListing = { slug: 'acme', name: 'Acme', status: 'live', votes: 0, verified: false, featured: false, awards: [] };
const waiting: BadgeListing = { ...live, status: 'awaiting_badge' };
const winner: BadgeListing = { ...live, votes: 12, awards: [{ rank: 2, week_on: '2026-11-02' }] };
const kindsOf = (listing: BadgeListing) => BADGE_KINDS.filter(({ isEarnedBy }) => isEarnedBy(listing)).map(({ kind }) => kind);
const row = (kind: string) => BADGE_KINDS.find((one) => one.kind === kind)!;

describe('which listings have earned which badges', () => {
  test.each([
    ['an awaiting listing', waiting, ['launching-on']],
    ['a scheduled one', { ...waiting, status: 'scheduled', verified: true }, ['launching-on', 'verified']],
    ['a live one', live, ['launched-on', 'listed-on']],
    ['one with votes and an award', winner, ['launch-of-the-week-2', 'launched-on', 'listed-on', 'votes']],
    ['a scheduled one with an old award', { ...winner, status: 'scheduled' }, ['launching-on']],
    ['a featured one', { ...live, featured: true }, ['launched-on', 'listed-on', 'featured']],
  ])('%s', (_who, listing, kinds) => expect(kindsOf(listing)).toEqual(kinds));

  test('the free plan’s badge says “launched” once the listing is live', () => {
    expect(resolveBadgeKind('launching-on', waiting)?.kind).toBe('launching-on');
    expect(resolveBadgeKind('launching-on', live)?.kind).toBe('launched-on');
  });

  test('an award that the listing has not won is replaced by a badge that it has', () => {
    expect(resolveBadgeKind('launch-of-the-week-1', winner)?.kind).toBe('launched-on');
    expect(resolveBadgeKind('launch-of-the-week-2', winner)?.kind).toBe('launch-of-the-week-2');
    expect(resolveBadgeKind('verified', waiting)?.kind).toBe('launching-on');
    expect(resolveBadgeKind('best-ever', winner)).toBeUndefined();
  });
});

describe('a line of text', () => {
  test('is unchanged if it fits, smaller if a little too long, cut if much too long', () => {
    expect(fitLine('Launchweek', 20, 200)).toMatchObject({ text: 'Launchweek', size: 20 });
    const smaller = fitLine('Launchweek', 20, measureText('Launchweek', 20) * 0.9);
    expect(smaller.text).toBe('Launchweek');
    expect(smaller.size).toBeCloseTo(18);
    expect(fitLine('Launchweek', 20, 40).text).toMatch(/^L.*…$/);
  });

  test('is never wider than its limit, and never splits a grapheme', () => {
    fc.assert(
      fc.property(anyText(300), fc.integer({ min: 20, max: 300 }), (text, max_width) => {
        const line = fitLine(text, 14, max_width);
        expect(line.width).toBeLessThanOrEqual(max_width + 0.01);
        expect(line.text.isWellFormed()).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(fitLine('👩‍🚀👩‍🚀👩‍🚀👩‍🚀', 20, 60).text).toBe('👩‍🚀👩‍🚀…');
    expect(fitLine('e\u0301'.repeat(20), 20, 60).text.normalize('NFC')).toMatch(/^é+…$/);
  });

  test('is right-to-left if its first letter is', () => {
    expect(fitLine('موعدي 2.0', 14, 200).rtl).toBe(true);
    expect(fitLine('12 שבוע', 14, 200).rtl).toBe(true);
    expect(fitLine('Acme موعدي', 14, 200).rtl).toBe(false);
  });
});

describe('a badge image', () => {
  const styles: BadgeStyle[] = (Object.keys(BADGE_SHAPES) as BadgeShapeName[]).flatMap((shape) =>
    (['light', 'dark', 'auto'] as const).flatMap((mode) => (['s', 'm', 'l'] as const).map((size) => ({ shape, mode, size }))),
  );

  test.each(styles)('$shape $mode $size: no external resources, no scripts, deterministic', (style) => {
    for (const kind of BADGE_KINDS) {
      const { svg, width, height } = drawBadge(kind, winner, site, style);
      expect(drawBadge(kind, winner, site, style).svg).toBe(svg);
      expect(svg).toMatch(new RegExp(`^<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 `));
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
        /https?:|script|foreignObject|@import|@font-face|url\(|href|\bon\w+=|NaN|undefined/,
      );
      expect(svg.includes('prefers-color-scheme')).toBe(style.mode === 'auto');
      expect(svg).toContain('<title>Acme: ');
      expect(svg.length).toBeLessThan(4500);
    }
  });

  test('is scaled relative to size m', () => {
    const of = (size: BadgeStyle['size']) => drawBadge(BADGE_KINDS[0]!, winner, site, { ...DEFAULT_BADGE_STYLE, size });
    expect([of('s').height, of('m').height, of('l').height]).toEqual([42, 56, 84]);
  });

  test('escapes hostile names', () => {
    const hostile = { ...winner, name: `"><script>alert(1)</script>&amp;'\u0000\ud800\u202e` };
    const { svg } = drawBadge(BADGE_KINDS[0]!, hostile, { name: '<b>&"' }, { ...DEFAULT_BADGE_STYLE, shape: 'banner' });
    expect(svg).not.toMatch(/<script|<b>|\u202e/);
    expect(svg).toContain('&lt;script&gt;');
  });
});

describe('the embed code', () => {
  test('links the image, with its size and alt text, to the listing', () => {
    const badge = buildBadge(row('launched-on'), { ...live, name: 'A "B" & <C>' }, site, DEFAULT_BADGE_STYLE);
    expect(badge.embed_html).toBe(
      `<a href="https://launchweek.test/listings/acme?ref=badge"><img src="https://launchweek.test/badges/acme/launched-on.svg" alt="A &quot;B&quot; &amp; &lt;C&gt;: Launched on Launchweek" width="${badge.width}" height="${badge.height}"></a>`,
    );
  });

  test('leaves default style values out of the address', () => {
    expect(badgeUrl(site, 'acme', 'votes', DEFAULT_BADGE_STYLE)).toBe('https://launchweek.test/badges/acme/votes.svg');
    expect(badgeUrl(site, 'acme', 'votes', { shape: 'pill', mode: 'auto', size: 'l' })).toBe(
      'https://launchweek.test/badges/acme/votes.svg?shape=pill&size=l',
    );
  });
});
