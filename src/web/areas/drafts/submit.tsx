import type { Ctx } from '../../../kernel/context.ts';
import { toValue } from '../../../kernel/responses.ts';
import { listDrafts } from '../../../modules/drafts/drafts.ts';
import type { DraftSummary } from '../../../modules/drafts/schema.ts';
import { claimPaths, draftPaths } from '../../paths.ts';
import { type PageContext, type PageHead, type Params, type Query, requireSignedIn, textParam } from '../../server/page.ts';
import { Field, Form, submittedTo } from '../../ui/form.tsx';
import { DraftList } from './draft-list.tsx';

const DRAFTS_SHOWN = 3;

interface SubmitData {
  /** The address to start with; it survives the sign-in. */
  url: string | undefined;
  drafts: DraftSummary[] | null;
}

export const load = async (ctx: Ctx, _params: Params, query: Query): Promise<SubmitData> => ({
  url: textParam(query.url)?.slice(0, 2048),
  drafts: ctx.caller ? toValue(await listDrafts(requireSignedIn(ctx), { page: 1, per_page: DRAFTS_SHOWN })).items : null,
});

export const head = ({ url }: SubmitData): PageHead => ({
  title: 'Submit a product',
  description: 'Give the address of your product. We read its site and draft the profile, every value with the words it was read from.',
  canonical: draftPaths.submit(),
  index: !url,
});

const STEPS = [
  {
    title: 'We read the site',
    text: 'First its robots.txt, to which we keep. Then the homepage and up to eleven pages that matter: pricing, about, team, contact, questions. Nothing that needs a sign-in.',
  },
  {
    title: 'You get a draft',
    text: 'Every value comes with the words it was read from and the page they stand on. What the site does not say stays blank. Nothing is made up.',
  },
  {
    title: 'You have the last word',
    text: 'Edit, lock, fill in, invite a co-founder, submit. Until you publish it nobody sees it, and nothing is charged.',
  },
];

const ACTION = draftPaths.submit();

const ExistingListing = ({ context }: { context: PageContext }) => {
  const slug = submittedTo(ACTION, context)?.errors.find(({ code }) => code === 'taken')?.actual;
  return typeof slug === 'string' ? (
    <p class="more">
      <a href={claimPaths.claim({ slug })}>Claim that listing</a>, or look among <a href={draftPaths.drafts()}>your drafts</a> if it is
      yours.
    </p>
  ) : null;
};

export const view = ({ url, drafts }: SubmitData, context: PageContext) => (
  <div class="broad">
    <header class="page-head">
      <h1>Submit a product</h1>
      <p class="lede">Give us its address. A few seconds later you have a profile that quotes your own site.</p>
    </header>
    <Form action={ACTION} context={context} class="submit-form" once={drafts !== null}>
      <Field
        action={ACTION}
        context={context}
        name="url"
        label="Website address"
        type="website"
        value={url}
        hint={drafts ? undefined : 'You will be asked to sign in first; the address is kept.'}
        autocomplete="url"
        required
        maxlength={2048}
      />
      <button class="button button-main" type="submit">
        Read my site
      </button>
    </Form>
    <ExistingListing context={context} />
    <ol class="promises submit-steps">
      {STEPS.map(({ title, text }) => (
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
