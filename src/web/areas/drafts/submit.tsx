import type { Ctx } from '../../../kernel/context.ts';
import { rich, t } from '../../../kernel/language/messages.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listDrafts } from '../../../modules/drafts/drafts.ts';
import type { DraftSummary } from '../../../modules/drafts/schema.ts';
import { type FreeQueue, getFreeQueue } from '../../../modules/launches/free-queue/free-plan.ts';
import { claimPaths, draftPaths } from '../../paths.ts';
import { type PageHead, type Params, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { Field, Form, submittedTo } from '../../ui/form.tsx';
import { describeFreeLaunch } from '../../ui/order/weeks.ts';
import { DraftList } from './draft-list.tsx';

const DRAFTS_SHOWN = 3;

interface SubmitData {
  /** The address to start with; it survives the sign-in. */
  url: string | undefined;
  drafts: DraftSummary[] | null;
  free_queue: FreeQueue;
}

export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<SubmitData> => {
  const [drafts, free_queue] = await Promise.all([
    ctx.caller ? listDrafts(requireSignedIn(ctx), { page: 1, per_page: DRAFTS_SHOWN }) : null,
    getFreeQueue(ctx),
  ]);
  return { url: textParam(query.url)?.slice(0, 2048), drafts: drafts && toValue(drafts).items, free_queue };
};

export const head = ({ url }: SubmitData): PageHead => ({
  title: t('Submit a product'),
  description: t('Enter your product’s address. We read its website and draft your profile with a quote for every value.'),
  canonical: draftPaths.submit(),
  index: !url,
});

const listSteps = (free_queue: FreeQueue) => [
  {
    title: t('We read your website'),
    text: t(
      'We respect robots.txt and read the homepage and up to eleven more pages, such as pricing, about, team, contact and FAQ. Nothing behind a sign-in.',
    ),
  },
  {
    title: t('You get a draft'),
    text: t('Every value comes with a quote and its page. What your website doesn’t state stays blank. We never make anything up.'),
  },
  {
    title: t('You decide'),
    text: t(
      'Edit, lock and complete your profile, invite a co-founder, then submit. Nobody sees it until you choose a launch. Then its page is public, and voting opens when its week starts.',
    ),
  },
  {
    title: t('You launch'),
    text: t('Launching is free. {free_queue} A paid launch needs no badge and can start sooner.', {
      free_queue: describeFreeLaunch(free_queue),
    }),
  },
];

const ExistingListing = () => {
  const slug = submittedTo(draftPaths.submit())?.errors.find(({ code }) => code === 'taken')?.actual;
  return typeof slug === 'string' ? (
    <p class="more">
      {rich('<link>Claim this listing</link>, or check <link2>your drafts</link2> if it is yours.', {
        link: (text) => <a href={claimPaths.claim({ slug })}>{text}</a>,
        link2: (text) => <a href={draftPaths.drafts()}>{text}</a>,
      })}
    </p>
  ) : null;
};

export const view = ({ url, drafts, free_queue }: SubmitData) => (
  <div class="broad">
    <header class="page-head">
      <h1>{t('Submit a product')}</h1>
      <p class="lede">{t('Enter its address. In a few seconds you get a profile with quotes from your website.')}</p>
    </header>
    <Form action={draftPaths.submit()} class="submit-form" once={drafts !== null}>
      <Field
        action={draftPaths.submit()}
        name="url"
        label={t('Website address')}
        type="website"
        value={url}
        hint={drafts ? undefined : t('You’ll sign in first. We’ll keep the address.')}
        autocomplete="url"
        required
        maxlength={2048}
      />
      <button class="button button-main" type="submit">
        {t('Read my website')}
      </button>
    </Form>
    <ExistingListing />
    <ol class="promises submit-steps">
      {listSteps(free_queue).map(({ title, text }) => (
        <li>
          <h2>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ol>
    {drafts && drafts.length > 0 && (
      <section class="block" aria-labelledby="drafts">
        <h2 id="drafts">{t('Your drafts')}</h2>
        <DraftList drafts={drafts} level={3} />
        <p class="more">
          <a href={draftPaths.drafts()}>{t('All your drafts')}</a>
        </p>
      </section>
    )}
  </div>
);
