import { type Dice, makeDice, PALETTES } from './dice.ts';

const SKINS = ['#f6d7c3', '#eebd9b', '#d99e73', '#b97a50', '#8d5637', '#5f3826'] as const;
const HAIRS = ['#1f1a17', '#3b2417', '#6b4226', '#a5642f', '#d9a441', '#8c8c8c', '#e8e3da'] as const;

/** Hair behind and before the head. */
const HAIRCUTS: readonly ((colour: string) => [behind: string, before: string])[] = [
  // Short.
  (c) => ['', `<path d="M19 30c-2-14 5-21 13-21s15 7 13 21c-2-7-6-10-13-10s-11 3-13 10z" fill="${c}"/>`],
  // To the shoulders.
  (c) => [
    `<path d="M16 50V28c0-12 7-19 16-19s16 7 16 19v22z" fill="${c}"/>`,
    `<path d="M20 29c1-9 6-13 12-13s11 4 12 13c-5-2-8-5-10-9-3 5-8 8-14 9z" fill="${c}"/>`,
  ],
  // Curly.
  (c) => [
    '',
    [
      [20, 22],
      [25, 15],
      [32, 12.5],
      [39, 15],
      [44, 22],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="6.500" fill="${c}"/>`)
      .join(''),
  ],
  // A bun.
  (c) => [
    `<circle cx="32" cy="9" r="6" fill="${c}"/>`,
    `<path d="M19 29c-1-13 5-19 13-19s14 6 13 19c-3-6-7-9-13-9s-10 3-13 9z" fill="${c}"/>`,
  ],
  // A side parting.
  (c) => ['', `<path d="M19 30c-3-12 3-21 14-21 9 0 14 7 12 21-1-5-4-8-8-9-6 0-12-1-14-4-1 5-2 8-4 13z" fill="${c}"/>`],
  // None.
  () => ['', ''],
];

const drawFace = (dice: Dice, hair: string): string => {
  const smile = dice.pick(['M27 39q5 4 10 0', 'M28 39.500q4 2.500 8 0', 'M27 38.500q5 5 10 0']);
  const glasses =
    dice.roll() < 0.35
      ? '<g fill="none" stroke="#2b2b2b" stroke-width="1.200"><circle cx="26.500" cy="31" r="4"/><circle cx="37.500" cy="31" r="4"/><path d="M30.500 31h3"/></g>'
      : '';
  const beard =
    dice.roll() < 0.25
      ? `<path d="M20.500 33c0 10 5 15 11.500 15s11.500-5 11.500-15c-2 4-5 5-11.500 5s-9.500-1-11.500-5z" fill="${hair}"/>`
      : '';
  return `${beard}<g fill="#2b211c"><circle cx="26.500" cy="31" r="1.400"/><circle cx="37.500" cy="31" r="1.400"/></g>${glasses}<path d="${smile}" fill="none" stroke="${beard ? '#fff' : '#2b211c'}" stroke-width="1.400" stroke-linecap="round"/>`;
};

/** A portrait of an invented person: plainly a drawing, the same for the same seed. */
export const drawPortrait = (seed: string): string => {
  const dice = makeDice(`portrait ${seed}`);
  const [dark, one, two, light] = dice.pick(PALETTES);
  const skin = dice.pick(SKINS);
  const hair = dice.pick(HAIRS);
  const [behind, before] = dice.pick(HAIRCUTS)(hair);
  const ground = dice.pick([one, two, light]);
  const clothes = `<path d="M8 64c1-11 9-16 24-16s23 5 24 16z" fill="${dark}"/>`;
  const head = `<path d="M27 40h10v10q-5 4-10 0z" fill="${skin}"/><ellipse cx="32" cy="31" rx="12.500" ry="15" fill="${skin}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="192" height="192"><rect width="64" height="64" fill="${ground}"/>${behind}${clothes}${head}${drawFace(dice, hair)}${before}</svg>`;
};
