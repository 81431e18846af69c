import type { Ctx } from '../../../kernel/context.ts';
import { msg, rich, t, texts } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { PAGING, Strict, T } from '../../../kernel/schema.ts';
import { listComments } from '../../../modules/comments/discussion.ts';
import { getListing } from '../../../modules/listings/profile/profile.ts';
import { feedPaths, listingPaths } from '../../paths.ts';
import { feedAlternates } from '../../server/metadata.ts';
import { type PageHead, parseQuery, type Query, textParam } from '../../server/page.ts';
import { PagedList } from '../../ui/list.tsx';
import { CommentList, NewComment, NoComments } from './comments.tsx';
import { listingTrail } from './listing.tsx';

/** With `comment`, the page opens that has this comment. */
const CommentsQuery = Strict({ page: PAGING.page, comment: T.Optional(T.String({ pattern: '^[1-9][0-9]{0,14}$' })) });

const DONE: Record<string, string> = texts({
  deleted: msg('Comment deleted.'),
  reported: msg('Thanks for your report. The team will review the comment.'),
});

export const load = async (ctx: Ctx, { slug }: { slug: string }, query: Query) => {
  const { input } = parseQuery(CommentsQuery, query);
  const comment_id = input.comment === undefined ? undefined : Number(input.comment);
  const [listing, discussion] = await Promise.all([getListing(ctx, { slug }), listComments(ctx, { slug, page: input.page, comment_id })]);
  return { listing: toValue(listing), discussion, done: textParam(query.done) };
};

type Data = Awaited<ReturnType<typeof load>>;

export const head = ({ listing: { slug, name, status }, discussion: { page, total } }: Data): PageHead => ({
  title: t('Comments on {name}', { name }),
  description: t('What people ask and say about {name}, with replies from its makers.', { name }),
  canonical: listingPaths.comments({ slug, page }),
  trail: listingTrail({ slug, name }),
  index: status === 'live' && total > 0,
  alternates: feedAlternates(feedPaths.comments({ slug }), t('Comments on {name}', { name })),
  island: 'times.js',
});

export const view = ({ listing: { slug, name }, discussion, done }: Data) => (
  <div class="medium">
    <header class="page-head">
      <h1>{rich('Comments on {name}', { name: <span dir="auto">{name}</span> })}</h1>
      {discussion.comments_count > 0 && (
        <p class="lede">
          {t('{n, plural, one {# comment} other {# comments}}', { n: discussion.comments_count })} ·{' '}
          <a href={`${feedPaths.comments({ slug })}.atom`}>{t('Feed')}</a>
        </p>
      )}
    </header>
    {done && DONE[done] && (
      <p class="done" role="status">
        {DONE[done]}
      </p>
    )}
    <section id="comments" aria-label={t('Comments')}>
      <NewComment name={name} has_name={discussion.has_name} slug={slug} may={discussion.may} />
      <PagedList list={discussion} href={(page) => listingPaths.comments({ slug, page })} empty={<NoComments />}>
        <CommentList discussion={discussion} slug={slug} may={discussion.may} has_name={discussion.has_name} />
      </PagedList>
    </section>
  </div>
);
