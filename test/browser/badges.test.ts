import { describe, expect, test } from 'vitest';
import { BADGE_KINDS, type BadgeListing } from '../../src/modules/listings/badges/kinds.ts';
import { BADGE_SHAPES, type BadgeShapeName, drawBadge } from '../../src/modules/listings/badges/render.ts';
import { Person } from '../support/accounts/person.ts';
import { clickAndWait, useBrowser } from '../support/browser.ts';
import { serveProduct } from '../support/extraction/product-site.ts';
import { useServer } from '../support/server.ts';

const server = useServer({ crawl_allow_private: true });
const browser = useBrowser();

const NAMES = [
  'Launchweek',
  'i',
  'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW',
  'A very long name that goes on and on and would like never to come to an end at all',
  'Ünïcödé Wöçhé ŐŰ',
  'Zalgo Z̵̛͎̮̀̍a̴͓͝l̷̨̓g̸̳̈́o̶̠͌',
  'موعدي للإطلاق الأسبوعي',
  'שבוע ההשקה 2.0!',
  'プロダクト発射台ウィークリー',
  '一周产品发布',
  '한국 제품 출시 주간',
  'सप्ताह का उत्पाद',
  'ผลิตภัณฑ์ประจำสัปดาห์',
  'தமிழ் மொழி வாரம்',
  'Запуск недели ЩЩЩ',
  'Εβδομάδα προϊόντων',
  '👩‍🚀👨‍👩‍👧‍👦 Rocket 🚀🏳️‍🌈🇵🇹',
  `<b>&"'</b>`,
  '﷽ﷺ',
  '\u202eevil\u0007\ud800',
];

interface Measurement {
  problems: string[];
  width_ratios: { text: string; ratio: number }[];
}

/** Scripts for which every machine has a font. Without a font the browser draws boxes, whose width means nothing. */
const COMMON_SCRIPTS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Zs}]+$/u;

/** Runs in the browser: parses each SVG, checks that its texts stay inside, and compares textLength with the natural width. */
const MEASURE = `(svgs) => {
  const [problems, width_ratios] = [[], []];
  for (const svg of svgs) {
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
    if (parsed.querySelector('parsererror')) {
      problems.push('not well-formed: ' + svg);
      continue;
    }
    const element = document.body.appendChild(document.importNode(parsed.documentElement, true));
    const { width, height } = element.viewBox.baseVal;
    for (const text of element.querySelectorAll('text')) {
      const { x, y, width: w, height: h } = text.getBBox();
      if (x < 8 || x + w > width - 8 || y < -4 || y + h > height + 4)
        problems.push(text.textContent + ': ' + [x, x + w, width, y, y + h, height].join(' '));
      const declared = Number(text.getAttribute('textLength'));
      text.removeAttribute('textLength');
      width_ratios.push({ text: text.textContent, ratio: declared / text.getComputedTextLength() });
    }
    element.remove();
  }
  return { problems, width_ratios };
}`;

describe('rendered in a browser', () => {
  test('every shape, mode and size is well-formed in every script, and no text overflows', async () => {
    const page = await browser.open();
    const styles = (Object.keys(BADGE_SHAPES) as BadgeShapeName[]).flatMap((shape) =>
      (['light', 'dark', 'auto'] as const).flatMap((mode) => (['s', 'm', 'l'] as const).map((size) => ({ shape, mode, size }))),
    );
    const svgs = NAMES.flatMap((name) =>
      styles.map((style, i) => {
        const listing: BadgeListing = { slug: 'a', name, status: 'live', votes: 9_876_543, verified: true, featured: true, awards: [] };
        return drawBadge(BADGE_KINDS[i % BADGE_KINDS.length]!, listing, { name }, style).svg;
      }),
    );
    expect(svgs).toHaveLength(NAMES.length * 45);
    const { problems, width_ratios } = (await page.evaluate(`(${MEASURE})(${JSON.stringify(svgs)})`)) as Measurement;
    expect(problems).toEqual([]);
    // The declared width is close to the natural one, so that letters are not distorted.
    const measurable = width_ratios.filter(({ text }) => COMMON_SCRIPTS.test(text));
    expect(measurable.length).toBeGreaterThan(NAMES.length * 45);
    expect(measurable.filter(({ ratio }) => ratio > 0.8 && ratio < 1.25).length / measurable.length).toBeGreaterThan(0.9);
  });

  test('a badge in auto mode follows the color scheme, also as an image', async () => {
    const colours: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.open({ colorScheme });
      await page.goto(`${server.root}/listings/ledgerly/badges`);
      colours.push(
        (await page.evaluate(`(async () => {
          const image = new Image();
          image.src = '/badges/ledgerly/listed-on.svg';
          await image.decode();
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [image.width, image.height];
          const context = canvas.getContext('2d');
          context.drawImage(image, 0, 0);
          return [...context.getImageData(54, 28, 1, 1).data].join(' ');
        })()`)) as string,
      );
    }
    expect(colours).toEqual(['255 255 255 255', '18 25 22 255']);
  });
});

describe('the page', () => {
  test('shows every badge in the chosen style, with a button to copy the code', async () => {
    const page = await browser.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${server.root}/listings/ledgerly/badges`);
    await clickAndWait(page, page.getByRole('link', { name: 'Pill' }));
    expect(new URL(page.url()).search).toBe('?shape=pill');
    const badge_item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Listed on Launchweek' }) });
    await page.waitForLoadState();
    expect(await page.evaluate(`document.querySelector('img[src*="listed-on"]').naturalHeight`)).toBe(38);
    await badge_item.getByRole('button').click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
      /^<a href="[^"]+\/listings\/ledgerly\?ref=badge"><img src="[^"]+\/badges\/ledgerly\/listed-on\.svg\?shape=pill" alt="Ledgerly: Listed on Launchweek"/,
    );
  });

  test('returns 404 for unknown listings and ignores unknown styles', async () => {
    expect((await server.get('/listings/nobody-has-this/badges')).status).toBe(404);
    const page = await (await server.get('/listings/ledgerly/badges?shape=round&slug=packmoth')).text();
    expect(page).toContain('We ignored filters we couldn’t understand');
    expect(page).toContain('Badges of <span dir="auto">Ledgerly');
    expect(page).not.toContain('Check now');
  });
});

describe('the badge check', () => {
  test('tells only the owner whether the badge is on the homepage', async () => {
    const site = await serveProduct({ '/': '<h1>Acme</h1>' });
    try {
      const ada = await new Person(server).signIn('badge-owner@example.com');
      const send = () => ada.send('/listings/packmoth/badges/check');
      const check = async () => (await send()).text();
      expect((await send()).status).toBe(404);
      expect(site.asked).toEqual([]);
      await server.sql`
        update listings set website = ${site.url}, owner_id = (select id from accounts where email_key = 'badge-owner@example.com')
        where slug = 'packmoth'`;
      expect(await (await ada.get('/listings/packmoth/badges')).text()).toContain('Check now');
      // The answer is far down the page: it has the focus, so that the page opens there.
      expect(await check()).toMatch(/<p class="check-result[^>]*role="status"[^>]*autofocus[^>]*>[^<]*the badge isn’t in its HTML/);
      const { items } = await server.client.get_badges({ slug: 'packmoth', shape: 'banner' });
      site.pages['/'] = `<h1>Acme</h1>${items[0]!.embed_html.replace('<a ', '<a rel="sponsored" ')}`;
      expect(await check()).toContain('We found the badge on ');
      const anonymous = await new Person(server).send('/listings/packmoth/badges/check');
      expect(anonymous.headers.get('location')).toMatch(/^\/sign-in/);
    } finally {
      await site.close();
    }
  });
});
