import type { Ctx } from '../../kernel/context.ts';
import { type Installing, installBadges } from '../../modules/launches/badge-installing.ts';
import { GetBadges } from '../../modules/launches/schema.ts';
import { to } from '../addresses.ts';
import { asked, type Misread, slugIn } from '../asked.ts';
import type { Head, Here, Params, Query } from '../page.ts';
import { BadgeCode, BadgeLooks } from '../parts/badge-code.tsx';
import { Form, sentTo } from '../parts/form.tsx';
import { MisreadNotice } from '../parts/misread.tsx';

interface BadgesData {
  look: GetBadges;
  misread: Misread[];
  installing: Installing;
}

export const load = async (ctx: Ctx, params: Params, query: Query): Promise<BadgesData> => {
  const { slug: _, ...said } = query;
  const { input, misread } = asked(GetBadges, said);
  const look = { ...input, slug: slugIn(params, 'listing_not_found') };
  return { look, misread, installing: await installBadges(ctx, look) };
};

export const head = ({ installing: { slug, name } }: BadgesData): Head => ({
  title: `Badges of ${name}`,
  description: `The badges ${name} may show on its own pages, with the code for each.`,
  canonical: to.badges(slug),
  trail: [
    { name: 'Products', href: to.listings() },
    { name, href: to.listing(slug) },
  ],
  index: false,
  island: 'copy.js',
});

const Checker = ({ slug, website, here }: { slug: string; website: string; here: Here }) => {
  const action = to.checkBadge(slug);
  const told = sentTo(action, here)?.told;
  return (
    <section class="block" aria-labelledby="check">
      <h2 id="check">Is it on your homepage?</h2>
      <p>
        We read <span dir="auto">{website}</span> as your server sends it. A badge that a script puts there later is not seen, nor one that
        is hidden.
      </p>
      <Form action={action} here={here}>
        <button class="button button-main" type="submit">
          Look now
        </button>
      </Form>
      {told?.seen && (
        <p class={told.found === 'yes' ? 'badge-seen badge-seen-found' : 'badge-seen'} role="status" dir="auto">
          {told.seen}
        </p>
      )}
    </section>
  );
};

export const view = ({ look, misread, installing: { slug, name, badges, own_website } }: BadgesData, here: Here) => (
  <div class="badges">
    <header class="page-head">
      <h1>
        Badges of <span dir="auto">{name}</span>
      </h1>
      <p class="lede">
        Put one on your own pages. It links to the listing, and follows it: what is won or lost changes the picture by itself.
      </p>
    </header>
    <MisreadNotice misread={misread} />
    <BadgeLooks look={look} />
    <ul class="badge-list">
      {badges.map((badge) => (
        <BadgeCode badge={badge} look={look} here={here} />
      ))}
    </ul>
    {own_website && <Checker slug={slug} website={own_website} here={here} />}
    <section class="block" aria-labelledby="about-badges">
      <h2 id="about-badges">About the link</h2>
      <p>
        Search engines want links that somebody gets something for to be marked, with <code>nofollow</code> or <code>sponsored</code>. For
        the free plan any <code>rel</code> counts, and none does; a picture without a link counts too.
      </p>
    </section>
  </div>
);
