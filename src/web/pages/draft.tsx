import type { Ctx } from '../../kernel/context.ts';
import { valueIn } from '../../kernel/json.ts';
import { listCategories } from '../../modules/catalog/category.ts';
import type { CategoryNode } from '../../modules/catalog/schema.ts';
import { watchDraft } from '../../modules/drafts/draft.ts';
import type { Draft } from '../../modules/drafts/schema.ts';
import { to } from '../addresses.ts';
import { typed } from '../asked.ts';
import { type Head, type Here, type Params, type Query, signedIn } from '../page.ts';
import { DraftEditor } from '../parts/draft-editor.tsx';
import { DraftFailure } from '../parts/draft-failure.tsx';
import { draftIdIn } from '../parts/draft-id.ts';
import { DraftProgressView } from '../parts/draft-progress.tsx';
import { sheetOf } from '../parts/draft-sheet.ts';
import { shortAddress } from '../wording.ts';

export interface DraftData {
  draft: Draft;
  /** The page that is being read at this moment. */
  reading: string | null;
  categories: CategoryNode[];
  /** What has just been done, by its short name. */
  done: string | undefined;
}

export const load = async (ctx: Ctx, params: Params, query: Query): Promise<DraftData> => {
  const [watched, categories] = await Promise.all([
    watchDraft(signedIn(ctx), { id: draftIdIn(params) }),
    listCategories(ctx, { include_empty: true }),
  ]);
  return { ...watched, categories: valueIn(categories).items, done: typed(query.done) };
};

/** How often a page asks again while the site is being read. */
const ASK_AGAIN_SECONDS = 3;

const isUnderWay = ({ status }: Draft): boolean => status === 'crawling' || status === 'drafting';

export const head = ({ draft }: DraftData): Head => ({
  title: isUnderWay(draft)
    ? `Reading ${shortAddress(draft.url)}`
    : `Draft of ${String(draft.fields.name.value ?? shortAddress(draft.url))}`,
  description: 'A profile in which every value shows where it was read.',
  canonical: to.draft(draft.id),
  trail: [{ name: 'Your drafts', href: to.drafts() }],
  index: false,
  island: 'draft.js',
  refresh: isUnderWay(draft) ? ASK_AGAIN_SECONDS : undefined,
});

export const view = ({ draft, reading, categories, done }: DraftData, here: Here) => {
  if (isUnderWay(draft)) return <DraftProgressView draft={draft} reading={reading} />;
  if (draft.status === 'failed') return <DraftFailure draft={draft} here={here} />;
  return <DraftEditor sheet={sheetOf(draft, categories, here)} done={done} />;
};
