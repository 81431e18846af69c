import { remembered } from '../remembered.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const PICTURE = /\p{Extended_Pictographic}/u;

/** Up to two characters that stand for a name: the first of its first two words, or one alone where it is a picture or a whole word. */
export const initialsOf = remembered((name) => {
  const firsts = name
    .split(/\s+/)
    .map((word) => graphemes.segment(word).containing(0)?.segment)
    .filter((first) => first !== undefined);
  const [one = '?', two = ''] = firsts;
  return /^\p{L}|^\p{N}/u.test(one) && /^\p{Script=Latin}|^\p{N}/u.test(two) && !PICTURE.test(one)
    ? (one + two).toUpperCase()
    : one.toUpperCase();
});

/** Deep enough for white letters in both themes, and friends with each other. */
const COLOURS = [
  '#1d5f86',
  '#7b3b63',
  '#8a472b',
  '#2c6850',
  '#4b4a8c',
  '#8b3a3e',
  '#5c5a24',
  '#0f6470',
  '#684a8e',
  '#765417',
  '#37566b',
  '#99405a',
];

/** The same colour for the same name, everywhere and always. */
export const colourOf = (name: string): string => {
  let hash = 2166136261;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619) >>> 0;
  return COLOURS[hash % COLOURS.length]!;
};

const Initials = ({ name, size }: { name: string; size: number }) => {
  const initials = initialsOf(name);
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      {/* As attributes, because the content security policy allows no style of an element's own. */}
      <rect width="64" height="64" fill={colourOf(name)} />
      <text x="32" y="33" text-anchor="middle" dominant-baseline="central" font-size={initials.length > 1 ? 25 : 31} fill="#fff">
        {initials}
      </text>
    </svg>
  );
};

/** A product's logo or a person's photo: decoration beside the name, which is always there as text. */
export const Logo = ({ name, src, size, round }: { name: string; src: string | null; size: number; round?: boolean }) => (
  <span class={`logo logo-${size}${round ? ' logo-round' : ''}`}>
    <Initials name={name} size={size} />
    {src && URL.parse(src)?.protocol === 'https:' && (
      <img src={src} alt="" width={size} height={size} loading="lazy" decoding="async" referrerpolicy="no-referrer" />
    )}
  </span>
);
