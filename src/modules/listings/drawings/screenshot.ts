import { type Dice, makeDice, PALETTES } from './dice.ts';

/** What a screenshot of an invented product shows. */
export const SCREENSHOT_KINDS = ['dashboard', 'table', 'document', 'board', 'phones'] as const;
export type ScreenshotKind = (typeof SCREENSHOT_KINDS)[number];

export const SCREENSHOT_WIDTH = 960;
export const SCREENSHOT_HEIGHT = 600;

interface Paint {
  dice: Dice;
  /** The product's colours. */
  main: string;
  second: string;
  accent: string;
  light: string;
}

const INK = '#d7dce3';
const FAINT = '#eef1f5';

const box = (x: number, y: number, width: number, height: number, fill: string, round = 4): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="${fill}"/>`;
/** Stands for a line of text. */
const line = (x: number, y: number, width: number, fill = INK): string => box(x, y, width, 10, fill, 5);
const rows = (count: number, draw: (index: number) => string): string => Array.from({ length: count }, (_, index) => draw(index)).join('');

const chart = ({ dice, main, light }: Paint, x: number, y: number, width: number, height: number): string => {
  const points = Array.from({ length: 9 }, (_, n) => {
    const up = height * (0.2 + 0.07 * n + dice.roll() * 0.2);
    return `${x + (width / 8) * n},${Math.round(y + height - Math.min(up, height - 8))}`;
  });
  return `<polygon points="${x},${y + height} ${points.join(' ')} ${x + width},${y + height}" fill="${light}"/><polyline points="${points.join(' ')}" fill="none" stroke="${main}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"/>`;
};

const sidebar = ({ main, accent, dice }: Paint): string => {
  const current = dice.number(0, 4);
  return `${box(60, 92, 170, 448, main, 0)}${rows(6, (n) => line(106, 150 + n * 44, 60 + ((n * 37) % 50), n === current ? '#fff' : 'rgb(255 255 255 / .45)'))}${rows(6, (n) => `<circle cx="86" cy="${155 + n * 44}" r="8" fill="${n === current ? accent : 'rgb(255 255 255 / .35)'}"/>`)}`;
};

/** Inside a window from 60,92 to 900,540. */
const SCREENS: Record<ScreenshotKind, (paint: Paint) => string> = {
  dashboard: (paint) => {
    const { dice, main, second, accent } = paint;
    const figures = rows(3, (n) => {
      const x = 260 + n * 210;
      return `${box(x, 122, 190, 92, FAINT, 10)}${line(x + 18, 142, 80)}${box(x + 18, 166, dice.number(60, 110), 26, [main, second, accent][n]!, 6)}`;
    });
    const bars = rows(7, (n) => {
      const height = dice.number(40, 150);
      return box(700 + n * 24, 510 - height, 14, height, n === 5 ? accent : second, 4);
    });
    return `${sidebar(paint)}${figures}${box(260, 238, 400, 284, FAINT, 10)}${chart(paint, 280, 280, 360, 222)}${line(280, 256, 130)}${box(680, 238, 200, 284, FAINT, 10)}${line(700, 256, 90)}${bars}`;
  },
  table: (paint) => {
    const { dice, main, second, accent } = paint;
    const cells = rows(8, (n) => {
      const y = 186 + n * 42;
      const state = box(740, y - 6, 96, 22, dice.pick([second, accent, main]), 11);
      return `<circle cx="104" cy="${y + 5}" r="12" fill="${dice.pick([main, second, accent])}"/>${line(130, y, dice.number(110, 200))}${line(400, y, dice.number(60, 140))}${line(580, y, dice.number(50, 100))}${state}${box(80, y + 25, 800, 1, FAINT, 0)}`;
    });
    return `${line(80, 124, 180, main)}${box(760, 114, 120, 32, main, 8)}${box(80, 160, 800, 1, INK, 0)}${cells}`;
  },
  document: (paint) => {
    const { dice, main, light, accent } = paint;
    const text = rows(11, (n) => line(300, 210 + n * 28, n % 4 === 3 ? dice.number(120, 240) : dice.number(330, 380)));
    const note = (y: number) =>
      `${box(716, y, 164, 84, light, 10)}${line(732, y + 18, 110)}${line(732, y + 38, 130)}${line(732, y + 58, 70)}`;
    return `${sidebar(paint)}${box(300, 134, 260, 26, main, 6)}${line(300, 176, 140)}${text}${box(298, 262, 240, 18, accent, 3)}${note(200)}${note(306)}`;
  },
  board: (paint) => {
    const { dice, main, second, accent, light } = paint;
    return rows(4, (column) => {
      const x = 80 + column * 202;
      const cards = rows(dice.number(2, 4), (n) => {
        const y = 168 + n * 92;
        return `${box(x + 10, y, 170, 80, '#fff', 8)}${box(x + 22, y + 14, 44, 10, dice.pick([main, second, accent]), 5)}${line(x + 22, y + 34, dice.number(90, 140))}${line(x + 22, y + 52, dice.number(50, 110))}`;
      });
      return `${box(x, 116, 190, 406, column === 1 ? light : FAINT, 10)}${line(x + 14, 136, 90, main)}${cards}`;
    });
  },
  phones: (paint) => {
    const { dice, main, second, accent, light } = paint;
    return rows(3, (n) => {
      const x = 140 + n * 240;
      const top = n === 1 ? 40 : 70;
      const list = rows(
        4,
        (row) =>
          `<circle cx="${x + 38}" cy="${top + 288 + row * 46}" r="13" fill="${dice.pick([main, second, accent])}"/>${line(x + 62, top + 276 + row * 46, dice.number(60, 110))}${line(x + 62, top + 292 + row * 46, dice.number(30, 70), FAINT)}`,
      );
      return `${box(x, top, 200, 470, '#1d2430', 30)}${box(x + 10, top + 10, 180, 450, '#fff', 22)}${box(x + 10, top + 10, 180, 150, n === 1 ? accent : light, 22)}${box(x + 30, top + 60, 90, 18, main, 6)}${line(x + 30, top + 92, 120, 'rgb(0 0 0 / .18)')}${box(x + 30, top + 184, 140, 60, n === 1 ? light : second, 12)}${list}`;
    });
  },
};

const frame = (screen: string): string =>
  `${box(60, 56, 840, 484, '#fff', 14)}${box(60, 56, 840, 36, '#e6eaf0', 14)}${box(60, 76, 840, 16, '#e6eaf0', 0)}${['#f26a4f', '#ffd166', '#95d5b2'].map((fill, n) => `<circle cx="${84 + n * 22}" cy="74" r="7" fill="${fill}"/>`).join('')}<clipPath id="w"><path d="M60 92h840v434a14 14 0 0 1-14 14H74a14 14 0 0 1-14-14z"/></clipPath><g clip-path="url(#w)">${screen}</g>`;

/** A screenshot of an invented product: plainly a drawing, without words, the same for the same seed. */
export const drawScreenshot = (seed: string, kind: ScreenshotKind): string => {
  // One product has the same colours in all its pictures, and in its logo.
  const colours = makeDice(`logo ${seed}`).pick(PALETTES);
  const [main, second, accent, light] = colours;
  const screen = SCREENS[kind]({ dice: makeDice(`${kind} ${seed}`), main, second, accent, light });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 600" width="${SCREENSHOT_WIDTH}" height="${SCREENSHOT_HEIGHT}"><rect width="960" height="600" fill="${light}"/><circle cx="820" cy="90" r="260" fill="${second}" opacity=".35"/><circle cx="80" cy="560" r="200" fill="${accent}" opacity=".3"/>${kind === 'phones' ? screen : frame(screen)}</svg>`;
};
