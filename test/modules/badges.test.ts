import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { badgeAddress, badgeOf, USUAL_LOOK } from '../../src/modules/launches/badge-embed.ts';
import { BADGES, badgeAt, type Standing } from '../../src/modules/launches/badge-kinds.ts';
import { SHAPES, type ShapeName } from '../../src/modules/launches/badge-shapes.ts';
import { drawBadge, type Look } from '../../src/modules/launches/badge-svg.ts';
import { fitLine, widthOf } from '../../src/modules/launches/badge-text.ts';
import { site } from '../web/samples.ts';

const live: Standing = { slug: 'acme', name: 'Acme', status: 'live', votes: 0, verified: false, featured: false, awards: [] };
const waiting: Standing = { ...live, status: 'awaiting_badge' };
const winner: Standing = { ...live, votes: 12, awards: [{ rank: 2, week_on: '2026-11-02' }] };
const kindsOf = (standing: Standing) => BADGES.filter(({ holds }) => holds(standing)).map(({ kind }) => kind);
const row = (kind: string) => BADGES.find((one) => one.kind === kind)!;

describe('who has which', () => {
  test.each([
    ['a listing that waits', waiting, ['launching-on']],
    ['one that is scheduled', { ...waiting, status: 'scheduled', verified: true }, ['launching-on', 'verified']],
    ['a live one', live, ['launched-on', 'listed-on']],
    ['one with votes and an award', winner, ['launch-of-the-week-2', 'launched-on', 'listed-on', 'votes']],
    ['one whose award is of no use any more', { ...winner, status: 'scheduled' }, ['launching-on']],
    ['a featured one', { ...live, featured: true }, ['launched-on', 'listed-on', 'featured']],
  ])('%s', (_who, standing, kinds) => expect(kindsOf(standing)).toEqual(kinds));

  test('the free plan’s badge says launched once it is', () => {
    expect(badgeAt('launching-on', waiting)?.kind).toBe('launching-on');
    expect(badgeAt('launching-on', live)?.kind).toBe('launched-on');
  });

  test('an award that is not there is not shown: what there is stands in its place', () => {
    expect(badgeAt('launch-of-the-week-1', winner)?.kind).toBe('launched-on');
    expect(badgeAt('launch-of-the-week-2', winner)?.kind).toBe('launch-of-the-week-2');
    expect(badgeAt('verified', waiting)?.kind).toBe('launching-on');
    expect(badgeAt('best-ever', winner)).toBeUndefined();
  });
});

describe('a line', () => {
  test('that fits stays as it is; one that is a little too long is set smaller, one that is much is cut', () => {
    expect(fitLine('Launchweek', 20, 200)).toMatchObject({ text: 'Launchweek', size: 20 });
    const smaller = fitLine('Launchweek', 20, widthOf('Launchweek', 20) * 0.9);
    expect(smaller.text).toBe('Launchweek');
    expect(smaller.size).toBeCloseTo(18);
    expect(fitLine('Launchweek', 20, 40).text).toMatch(/^L.*…$/);
  });

  test('of any text is never wider than it may be, and never breaks a letter apart', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 20, max: 300 }), (text, most) => {
        const line = fitLine(text, 14, most);
        expect(line.width).toBeLessThanOrEqual(most + 0.01);
        expect(line.text.isWellFormed()).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(fitLine('👩‍🚀👩‍🚀👩‍🚀👩‍🚀', 20, 60).text).toBe('👩‍🚀👩‍🚀…');
    expect(fitLine('e\u0301'.repeat(20), 20, 60).text.normalize('NFC')).toMatch(/^é+…$/);
  });

  test('is read from the right where its first letter is', () => {
    expect(fitLine('موعدي 2.0', 14, 200).rtl).toBe(true);
    expect(fitLine('12 שבוע', 14, 200).rtl).toBe(true);
    expect(fitLine('Acme موعدي', 14, 200).rtl).toBe(false);
  });
});

describe('a picture', () => {
  const looks: Look[] = (Object.keys(SHAPES) as ShapeName[]).flatMap((shape) =>
    (['light', 'dark', 'auto'] as const).flatMap((mode) => (['s', 'm', 'l'] as const).map((size) => ({ shape, mode, size }))),
  );

  test.each(looks)('$shape $mode $size: nothing from elsewhere, nothing that runs, the same bytes each time', (look) => {
    for (const kind of BADGES) {
      const { svg, width, height } = drawBadge(kind, winner, site, look);
      expect(drawBadge(kind, winner, site, look).svg).toBe(svg);
      expect(svg).toMatch(new RegExp(`^<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 `));
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
        /https?:|script|foreignObject|@import|@font-face|url\(|href|\bon\w+=|NaN|undefined/,
      );
      expect(svg.includes('prefers-color-scheme')).toBe(look.mode === 'auto');
      expect(svg).toContain('<title>Acme: ');
      expect(svg.length).toBeLessThan(4500);
    }
  });

  test('of a size is that much of the middle one', () => {
    const of = (size: Look['size']) => drawBadge(BADGES[0]!, winner, site, { ...USUAL_LOOK, size });
    expect([of('s').height, of('m').height, of('l').height]).toEqual([42, 56, 84]);
  });

  test('says nothing a name could slip in', () => {
    const hostile = { ...winner, name: `"><script>alert(1)</script>&amp;'\u0000\ud800\u202e` };
    const { svg } = drawBadge(BADGES[0]!, hostile, { name: '<b>&"' }, { ...USUAL_LOOK, shape: 'banner' });
    expect(svg).not.toMatch(/<script|<b>|\u202e/);
    expect(svg).toContain('&lt;script&gt;');
  });
});

describe('the code', () => {
  test('has the picture, its size and its words, linked to the listing; rel only where it is wanted', () => {
    const badge = badgeOf(row('launched-on'), { ...live, name: 'A "B" & <C>' }, site, USUAL_LOOK, 'none');
    expect(badge.embed_html).toBe(
      `<a href="https://launchweek.test/listings/acme"><img src="https://launchweek.test/badges/acme/launched-on.svg" alt="A &quot;B&quot; &amp; &lt;C&gt;: Launched on Launchweek" width="${badge.width}" height="${badge.height}"></a>`,
    );
    expect(badgeOf(row('launched-on'), live, site, USUAL_LOOK, 'sponsored').embed_html).toContain('/acme" rel="sponsored"><img');
  });

  test('names only what is not usual in the address', () => {
    expect(badgeAddress(site, 'acme', 'votes', USUAL_LOOK)).toBe('https://launchweek.test/badges/acme/votes.svg');
    expect(badgeAddress(site, 'acme', 'votes', { shape: 'pill', mode: 'auto', size: 'l' })).toBe(
      'https://launchweek.test/badges/acme/votes.svg?shape=pill&size=l',
    );
  });
});
