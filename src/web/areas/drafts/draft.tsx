import type { Ctx } from '../../../kernel/context.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listCategories } from '../../../modules/catalog/categories.ts';
import type { CategoryNode } from '../../../modules/catalog/schema.ts';
import { getDraftProgress } from '../../../modules/drafts/drafts.ts';
import type { Draft } from '../../../modules/drafts/schema.ts';
import { draftPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { shortUrl } from '../../ui/format.tsx';
import { draftName } from './draft-list.tsx';
import { DraftEditor } from './editor.tsx';
import { draftFormState } from './editor-state.tsx';
import { DraftFailure, DraftProgressView } from './progress.tsx';

interface DraftData {
  draft: Draft;
  reading: string | null;
  categories: CategoryNode[];
  done: string | undefined;
}

export const load = async (ctx: Ctx, { uuid }: { uuid: string }, query: Query): Promise<DraftData> => {
  const [progress, categories] = await Promise.all([
    getDraftProgress(requireSignedIn(ctx), { id: uuid }),
    listCategories(ctx, { include_empty: true }),
  ]);
  return { ...progress, categories: toValue(categories).items, done: textParam(query.done) };
};

/** How often a page without JavaScript reloads while the site is being read. */
const REFRESH_SECONDS = 3;

const isInProgress = ({ status }: Draft): boolean => status === 'crawling' || status === 'drafting';

export const head = ({ draft }: DraftData): PageHead => ({
  title: isInProgress(draft) ? `Reading ${shortUrl(draft.url)}` : `Draft of ${draftName(draft)}`,
  description: 'A profile in which every value shows where it was read.',
  canonical: draftPaths.draft({ uuid: draft.id }),
  trail: [{ name: 'Your drafts', href: draftPaths.drafts() }],
  index: false,
  island: 'draft.js',
  refresh: isInProgress(draft) ? REFRESH_SECONDS : undefined,
});

export const view = ({ draft, reading, categories, done }: DraftData, context: PageContext) => {
  if (isInProgress(draft)) return <DraftProgressView draft={draft} reading={reading} />;
  if (draft.status === 'failed') return <DraftFailure draft={draft} context={context} />;
  return <DraftEditor form_state={draftFormState(draft, categories, context)} done={done} />;
};
