import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { listCategories } from '../../modules/catalog/category.ts';
import type { CategoryNode } from '../../modules/catalog/schema.ts';
import { getDraft } from '../../modules/drafts/draft.ts';
import type { Draft } from '../../modules/drafts/schema.ts';
import { to } from '../addresses.ts';
import { type Head, type Here, type Params, signedIn } from '../page.ts';
import { draftIdIn } from '../parts/draft-id.ts';
import { listingOf } from '../parts/draft-listing.ts';
import { ListingProfile } from '../parts/listing-profile.tsx';
import { shortAddress } from '../wording.ts';

interface Previewed {
  draft: Draft;
  categories: CategoryNode[];
}

export const load = async (ctx: Ctx, params: Params): Promise<Previewed> => {
  const [draft, categories] = await Promise.all([
    getDraft(signedIn(ctx), { id: draftIdIn(params) }),
    listCategories(ctx, { include_empty: true }),
  ]);
  return { draft: valueIn(draft), categories: valueIn(categories).items };
};

export const head = ({ draft }: Previewed): Head => ({
  title: `Preview of ${String(draft.fields.name.value ?? shortAddress(draft.url))}`,
  description: 'How the listing will look.',
  canonical: to.draftPreview(draft.id),
  trail: [
    { name: 'Your drafts', href: to.drafts() },
    { name: String(draft.fields.name.value ?? shortAddress(draft.url)), href: to.draft(draft.id) },
  ],
  index: false,
});

/** What is kept for later is said, so that nobody looks for it in vain. */
const keptBack = ({ story, milestones }: Draft): string | null => {
  const kept = [Object.values(story).some(({ value }) => value) && 'story', milestones.length > 0 && 'milestones'].filter(Boolean);
  return kept.length ? `Your ${kept.join(' and ')} will show where the listing’s plan includes that.` : null;
};

export const view = ({ draft, categories }: Previewed, { site }: Here) => (
  <>
    <div class="preview-note">
      <p>
        <strong>This is a preview.</strong> Nobody but you can see it. {keptBack(draft)}
      </p>
      <a class="button" href={to.draft(draft.id)}>
        Back to editing
      </a>
    </div>
    <ListingProfile listing={listingOf(draft, categories, site)} />
  </>
);
