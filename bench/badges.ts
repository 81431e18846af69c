import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { BADGE_KINDS, type BadgeListing } from '../src/modules/listings/badges/kinds.ts';
import { BADGE_SHAPES, type BadgeImage, type BadgeShapeName, drawBadge } from '../src/modules/listings/badges/render.ts';

/**
 * Whether Firefox draws the badges as Chromium does: both are given the same sheet of all shapes in many scripts, and where they
 * differ is said and drawn. Needs both (apt-get install chromium firefox-esr): node bench/badges.ts [FOLDER=badges] [MODE=light]
 */
const [folder = 'badges', mode = 'light'] = process.argv.slice(2) as [string?, ('light' | 'dark')?];
const { CHROMIUM = 'chromium', FIREFOX = 'firefox-esr' } = process.env;
const run = promisify(execFile);

const NAMES = [
  'Launchweek',
  'A very long name that goes on and on and would like never to come to an end at all',
  'Ünïcödé Wöçhé ŐŰ',
  'موعدي للإطلاق الأسبوعي',
  'שבוע ההשקה 2.0!',
  'プロダクト発射台ウィークリー',
  '한국 제품 출시 주간',
  'सप्ताह का उत्पाद',
  'ผลิตภัณฑ์ประจำสัปดาห์',
  'தமிழ் மொழி வாரம்',
  'Запуск недели ЩЩЩ',
  'Εβδομάδα προϊόντων',
  '👩‍🚀 Rocket 🚀🇵🇹',
  `<b>&"'</b>`,
];
const [CELL_WIDTH, CELL_HEIGHT] = [480, 144];

const standing = (name: string): BadgeListing => ({
  slug: 'x',
  name,
  status: 'live',
  votes: 1234,
  verified: true,
  featured: true,
  awards: [1, 2, 3].map((rank) => ({ rank, week_on: '2026-11-09' })),
});

interface Cell extends BadgeImage {
  name: string;
  shape: string;
  x: number;
  y: number;
}

const cells = NAMES.flatMap((name, row) =>
  (Object.keys(BADGE_SHAPES) as BadgeShapeName[]).map((shape, column): Cell => {
    const kind = BADGE_KINDS[(row * 5 + column) % BADGE_KINDS.length]!;
    const drawn = drawBadge(kind, standing(name), { name }, { shape, mode, size: 'm' });
    return { ...drawn, name, shape, x: column * CELL_WIDTH + 8, y: row * CELL_HEIGHT + 8 };
  }),
);
const [width, height] = [5 * CELL_WIDTH, NAMES.length * CELL_HEIGHT];

const sheet = async (): Promise<string> => {
  await mkdir(folder, { recursive: true });
  await Promise.all(cells.map(({ svg }, i) => writeFile(join(folder, `${i}.svg`), svg)));
  const pictures = cells.map(({ x, y }, i) => `<img src="${i}.svg" style="position:absolute;left:${x}px;top:${y}px">`);
  const ground = mode === 'dark' ? '#111' : '#fff';
  const file = resolve(folder, 'sheet.html');
  await writeFile(file, `<!doctype html><meta charset="utf-8"><body style="background:${ground}">${pictures.join('')}`);
  return `file://${file}`;
};

const shoot = async (address: string): Promise<Record<'chromium' | 'firefox', string>> => {
  const files = { chromium: resolve(folder, 'chromium.png'), firefox: resolve(folder, 'firefox.png') };
  const profile = await mkdtemp(join(tmpdir(), 'launchweek-firefox-'));
  const size = [`--window-size=${width},${height}`, '--headless'];
  await run(CHROMIUM, [...size, '--no-sandbox', '--hide-scrollbars', `--screenshot=${files.chromium}`, address]);
  await run(
    FIREFOX,
    ['--headless', '--no-remote', '--profile', profile, '--window-size', `${width},${height}`, '--screenshot', files.firefox, address],
    {
      env: { ...process.env, HOME: profile },
    },
  );
  await rm(profile, { recursive: true, force: true });
  return files;
};

/** Browsers smooth edges differently; a difference that remains after a slight blur is visible. */
const pixelsOf = (file: string) =>
  sharp(file).extract({ left: 0, top: 0, width, height }).removeAlpha().greyscale().blur(1.5).raw().toBuffer();
const SEEN = 60;

const { chromium, firefox } = await shoot(await sheet());
const [a, b] = await Promise.all([pixelsOf(chromium), pixelsOf(firefox)]);
const differs = Buffer.from(a.map((value, i) => (Math.abs(value - b[i]!) > SEEN ? 0 : 255)));
await sharp(differs, { raw: { width, height, channels: 1 } }).toFile(join(folder, 'differs.png'));

const shareOf = ({ x, y, width: w, height: h }: Cell): number => {
  let count = 0;
  for (let row = y; row < y + h; row++) for (let column = x; column < x + w; column++) if (differs[row * width + column] === 0) count += 1;
  return count / (w * h);
};
const worst = cells.map((cell) => ({ shape: cell.shape, name: cell.name, 'differs %': Number((shareOf(cell) * 100).toFixed(2)) }));
console.table(worst.sort((one, other) => other['differs %'] - one['differs %']).slice(0, 10));
console.log(`${cells.length} badges; the pictures are in ${resolve(folder)}`);
