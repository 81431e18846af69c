import { describe, expect, test } from 'vitest';
import { BADGES, type Standing } from '../../src/modules/launches/badge-kinds.ts';
import { SHAPES, type ShapeName } from '../../src/modules/launches/badge-shapes.ts';
import { drawBadge } from '../../src/modules/launches/badge-svg.ts';
import { follow, useBrowser } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { useServer } from '../support/server.ts';
import { serveProduct } from '../support/site.ts';

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

interface Measured {
  trouble: string[];
  squeezed: { text: string; ratio: number }[];
}

/** What any machine has letters for. Without a font for it a text is drawn in boxes, whose width says nothing. */
const EVERYWHERE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{Zs}]+$/u;

/** In the browser: reads each as XML, draws it, and sees where its texts stand and how far they are from their own width. */
const MEASURE = `(svgs) => {
  const [trouble, squeezed] = [[], []];
  for (const svg of svgs) {
    const read = new DOMParser().parseFromString(svg, 'image/svg+xml');
    if (read.querySelector('parsererror')) {
      trouble.push('not well-formed: ' + svg);
      continue;
    }
    const drawn = document.body.appendChild(document.importNode(read.documentElement, true));
    const { width, height } = drawn.viewBox.baseVal;
    for (const text of drawn.querySelectorAll('text')) {
      const { x, y, width: w, height: h } = text.getBBox();
      if (x < 8 || x + w > width - 8 || y < -4 || y + h > height + 4)
        trouble.push(text.textContent + ': ' + [x, x + w, width, y, y + h, height].join(' '));
      const told = Number(text.getAttribute('textLength'));
      text.removeAttribute('textLength');
      squeezed.push({ text: text.textContent, ratio: told / text.getComputedTextLength() });
    }
    drawn.remove();
  }
  return { trouble, squeezed };
}`;

describe('drawn in a browser', () => {
  test('every shape, mode and size in every script is well-formed, and no text leaves its badge', async () => {
    const page = await browser.open();
    const looks = (Object.keys(SHAPES) as ShapeName[]).flatMap((shape) =>
      (['light', 'dark', 'auto'] as const).flatMap((mode) => (['s', 'm', 'l'] as const).map((size) => ({ shape, mode, size }))),
    );
    const svgs = NAMES.flatMap((name) =>
      looks.map((look, i) => {
        const standing: Standing = { slug: 'a', name, status: 'live', votes: 9_876_543, verified: true, featured: true, awards: [] };
        return drawBadge(BADGES[i % BADGES.length]!, standing, { name }, look).svg;
      }),
    );
    expect(svgs).toHaveLength(NAMES.length * 45);
    const { trouble, squeezed } = (await page.evaluate(`(${MEASURE})(${JSON.stringify(svgs)})`)) as Measured;
    expect(trouble).toEqual([]);
    // What is told of a text's width is nearly what it has by itself, so letters keep their form.
    const known = squeezed.filter(({ text }) => EVERYWHERE.test(text));
    expect(known.length).toBeGreaterThan(NAMES.length * 45);
    expect(known.filter(({ ratio }) => ratio > 0.8 && ratio < 1.25).length / known.length).toBeGreaterThan(0.9);
  });

  test('a badge without a mode of its own follows the page’s, also as a picture', async () => {
    const colours: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.open({ colorScheme });
      await page.goto(`${server.root}/listings/ledgerly/badges`);
      colours.push(
        (await page.evaluate(`(async () => {
          const picture = new Image();
          picture.src = '/badges/ledgerly/listed-on.svg';
          await picture.decode();
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [picture.width, picture.height];
          const pen = canvas.getContext('2d');
          pen.drawImage(picture, 0, 0);
          return [...pen.getImageData(54, 28, 1, 1).data].join(' ');
        })()`)) as string,
      );
    }
    expect(colours).toEqual(['255 255 255 255', '18 25 22 255']);
  });
});

describe('the page', () => {
  test('shows every badge as it will look, by links alone, with a button to copy the code', async () => {
    const page = await browser.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${server.root}/listings/ledgerly/badges`);
    await follow(page, page.getByRole('link', { name: 'Pill' }));
    await follow(page, page.getByRole('link', { name: 'nofollow' }));
    expect(new URL(page.url()).search).toBe('?shape=pill&rel=nofollow');
    const shown = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Listed on Launchweek' }) });
    await page.waitForLoadState();
    expect(await page.evaluate(`document.querySelector('img[src*="listed-on"]').naturalHeight`)).toBe(38);
    await shown.getByRole('button').click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
      /^<a href="[^"]+\/listings\/ledgerly" rel="nofollow"><img src="[^"]+\/badges\/ledgerly\/listed-on\.svg\?shape=pill" alt="Ledgerly: Listed on Launchweek"/,
    );
  });

  test('is not there for a listing that is not, and leaves out a look that is none', async () => {
    expect((await server.get('/listings/nobody-has-this/badges')).status).toBe(404);
    const page = await (await server.get('/listings/ledgerly/badges?shape=round&slug=packmoth')).text();
    expect(page).toContain('We left out what we could not understand');
    expect(page).toContain('Badges of <span dir="auto">Ledgerly');
    expect(page).not.toContain('Look now');
  });
});

describe('the checker', () => {
  test('tells the owner whether the badge is on the homepage, and nobody else', async () => {
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
      expect(await (await ada.get('/listings/packmoth/badges')).text()).toContain('Look now');
      expect(await check()).toContain('the badge is not in its HTML');
      const { items } = await server.client.get_badges({ slug: 'packmoth', shape: 'banner', rel: 'sponsored' });
      site.pages['/'] = `<h1>Acme</h1>${items[0]!.embed_html}`;
      expect(await check()).toContain('The badge is on ');
      const stranger = await new Person(server).send('/listings/packmoth/badges/check');
      expect(stranger.headers.get('location')).toMatch(/^\/sign-in/);
    } finally {
      await site.close();
    }
  });
});
