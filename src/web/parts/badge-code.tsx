import { type Badge, RELS } from '../../modules/launches/badge-embed.ts';
import { leadingIn } from '../../modules/launches/badge-kinds.ts';
import { SHAPES } from '../../modules/launches/badge-shapes.ts';
import type { GetBadges } from '../../modules/launches/schema.ts';
import { to } from '../addresses.ts';
import type { Here } from '../page.ts';
import { label } from '../wording.ts';
import { Copyable } from './copyable.tsx';

const SAID: Record<string, string> = { s: 'Small', m: 'Medium', l: 'Large', auto: 'Light or dark', none: 'No rel' };
const say = (name: string, value: string): string => SAID[value] ?? (name === 'rel' ? value : label(value));

const CHOICES: { name: 'shape' | 'mode' | 'size' | 'rel'; title: string; offered: readonly string[] }[] = [
  { name: 'shape', title: 'Shape', offered: Object.keys(SHAPES) },
  { name: 'mode', title: 'Colours', offered: ['auto', 'light', 'dark'] },
  { name: 'size', title: 'Size', offered: ['s', 'm', 'l'] },
  { name: 'rel', title: 'Link', offered: RELS },
];

/** How the badges look, and what their links say of themselves: each choice is a link. */
export const BadgeLooks = ({ look: { slug, ...look } }: { look: GetBadges }) => (
  <nav class="badge-looks" aria-label="How the badges look">
    {CHOICES.map(({ name, title, offered }) => (
      <div>
        <h2>{title}</h2>
        <ul class="chips">
          {offered.map((value) => (
            <li>
              <a
                class="chip"
                href={to.badges(slug, { ...look, [name]: value })}
                aria-current={look[name] === value ? 'true' : undefined}
                rel="nofollow"
              >
                {say(name, value)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

/** One badge as it will look, and its code. */
export const BadgeCode = ({ badge, look, here }: { badge: Badge; look: GetBadges; here: Here }) => {
  const says = `${leadingIn(badge.label)} ${here.site.name}`;
  return (
    <li>
      <h2 id={`badge-${badge.kind}`} dir="auto">
        {says}
      </h2>
      <p class={`badge-ground badge-ground-${look.mode}`}>
        <img src={badge.svg_url.slice(here.site.root.length)} alt={says} width={badge.width} height={badge.height} />
      </p>
      <Copyable text={badge.embed_html} name={`the code of ${says}`} />
    </li>
  );
};
