import type { Ctx } from '../../../kernel/context.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listDrafts } from '../../../modules/drafts/drafts.ts';
import type { DraftSummary } from '../../../modules/drafts/schema.ts';
import { type FreeQueue, getFreeQueue } from '../../../modules/launches/free-queue/free-plan.ts';
import { claimPaths, draftPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, requireSignedIn, textParam } from '../../server/page.ts';
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
  title: 'Submit a product',
  description: 'Enter your product’s address. We read its website and draft your profile with a quote for every value.',
  canonical: draftPaths.submit(),
  index: !url,
});

const listSteps = (free_queue: FreeQueue) => [
  {
    title: 'We read your website',
    text: 'We respect robots.txt and read the homepage and up to eleven more pages, such as pricing, about, team, contact and FAQ. Nothing behind a sign-in.',
  },
  {
    title: 'You get a draft',
    text: 'Every value comes with a quote and its page. What your website doesn’t state stays blank. We never make anything up.',
  },
  {
    title: 'You decide',
    text: 'Edit, lock and complete your profile, invite a co-founder, then submit. Nobody sees it until you choose a launch. Then its page is public, and voting opens when its week starts.',
  },
  { title: 'You launch', text: `Launching is free. ${describeFreeLaunch(free_queue)} A paid launch needs no badge and can start sooner.` },
];

const ACTION = draftPaths.submit();

const ExistingListing = ({ context }: { context: PageContext }) => {
  const slug = submittedTo(ACTION, context)?.errors.find(({ code }) => code === 'taken')?.actual;
  return typeof slug === 'string' ? (
    <p class="more">
      <a href={claimPaths.claim({ slug })}>Claim this listing</a>, or check <a href={draftPaths.drafts()}>your drafts</a> if it is yours.
    </p>
  ) : null;
};

export const view = ({ url, drafts, free_queue }: SubmitData, context: PageContext) => (
  <div class="broad">
    <header class="page-head">
      <h1>Submit a product</h1>
      <p class="lede">Enter its address. In a few seconds you get a profile with quotes from your website.</p>
    </header>
    <Form action={ACTION} context={context} class="submit-form" once={drafts !== null}>
      <Field
        action={ACTION}
        context={context}
        name="url"
        label="Website address"
        type="website"
        value={url}
        hint={drafts ? undefined : 'You’ll sign in first. We’ll keep the address.'}
        autocomplete="url"
        required
        maxlength={2048}
      />
      <button class="button button-main" type="submit">
        Read my website
      </button>
    </Form>
    <ExistingListing context={context} />
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
        <h2 id="drafts">Your drafts</h2>
        <DraftList drafts={drafts} context={context} level={3} />
        <p class="more">
          <a href={draftPaths.drafts()}>All your drafts</a>
        </p>
      </section>
    )}
  </div>
);
