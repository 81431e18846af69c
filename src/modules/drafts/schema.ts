import {
  Email,
  Instant,
  ListOf,
  Named,
  NextSteps,
  Nullable,
  OneOf,
  PAGING,
  RequiredText,
  type Static,
  Strict,
  T,
  Text,
  Texts,
  type TSchema,
  Uuid,
  Warnings,
} from '../../kernel/schema.ts';
import { PROFILE_FIELD_NAMES, PROFILE_FIELDS, type ProfileFieldName } from '../extraction/proposal.ts';
import { AttributeValueSchema, DEFINITION_FIELDS } from '../listings/attributes/schema.ts';
import { AttributesInput, MilestoneInput, OwnListingState, SocialsInput, View, withStatusView } from '../listings/owner/schema.ts';
import { Faq, MAX_FAQS, MILESTONE_FIELDS, NotFoundOnWebsite, propertiesOf, STORY_SECTIONS, STORY_TEXTS } from '../listings/schema.ts';

export const DRAFT_STATUSES = ['crawling', 'drafting', 'ready', 'submitted', 'failed'] as const;
export const FIELD_STATES = ['pending', 'ai', 'not_found', 'edited', 'manual', 'override', 'deleted'] as const;

const optional = <S extends TSchema>(schema: S, description: string) => T.Optional(Nullable(schema, { description }));

type InputOf<F> = F extends { kind: 'list' } ? ReturnType<typeof Texts> : ReturnType<typeof Text>;
const fieldInput = <F extends { kind: 'text' | 'list'; max: number; hint: string }>({ kind, max, hint }: F) =>
  optional((kind === 'list' ? Texts(max, 200) : Text(max)) as InputOf<F>, hint);
type FieldInput<F> = ReturnType<typeof T.Optional<ReturnType<typeof Nullable<InputOf<F>>>>>;

/** A value that has a state of its own. Which attributes there are depends on the categories. */
const ValueNames = (description: string) => T.Array(T.String(), { description });

const DraftEvidence = T.Array(
  Named('DraftEvidence', {
    quote: T.String({ description: 'Verbatim from the page.' }),
    url: T.String({ description: 'The page it is on.' }),
  }),
  { title: 'DraftEvidenceList', description: 'Where the website has it.' },
);
const STATE = {
  state: OneOf([...FIELD_STATES], {
    title: 'DraftState',
    description:
      'pending: being read; ai: read from the site; not_found: not on the site; edited: changed by you; manual: your text; override: locked; deleted: removed.',
  }),
  evidence: DraftEvidence,
};
const DraftField = Named(
  'DraftField',
  { value: Nullable(T.Union([T.String(), T.Array(T.String())]), { description: 'Text or texts.' }), ...STATE },
  { description: 'A field of the profile, as update_draft describes it.' },
);
const DraftText = Named(
  'DraftText',
  { value: Nullable(T.String(), { description: 'The text.' }), ...STATE },
  { description: 'A text, as update_draft describes it.' },
);

const DraftFailureReason = Named('DraftFailure', {
  code: OneOf(['robots_disallowed', 'unreachable', 'not_a_website', 'address_not_allowed', 'too_large', 'timed_out'], {
    description: 'Error code.',
  }),
  detail: T.String({ description: 'The reason in words.' }),
});
export type DraftFailureReason = Static<typeof DraftFailureReason>;

const PageRead = Named('PageRead', {
  url: T.String({ description: 'Address of the page.' }),
  status: T.Integer({ description: 'HTTP status it returned.' }),
  read_at: Instant('When it was read.'),
});
export type PageRead = Static<typeof PageRead>;

const DraftRobots = Named('DraftRobots', {
  found: T.Boolean({ description: 'Whether the site has a robots.txt.' }),
  allowed: T.Boolean({ description: 'Whether it lets us read the site.' }),
  rules: T.Array(T.String(), { description: 'The rules that apply to us.' }),
});
export type DraftRobots = Static<typeof DraftRobots>;

const Competitor = Named('DraftCompetitor', {
  url: T.String({ description: 'The competitor’s address.' }),
  status: OneOf(['reading', 'ready', 'failed'], { description: 'Whether its site has been read.' }),
  comparison: T.Array(
    Named('ComparedValue', {
      field: T.String({ description: 'Name of the field.' }),
      ours: Nullable(T.String(), { description: 'The draft’s value.' }),
      theirs: Nullable(T.String(), { description: 'What the competitor’s site says.' }),
      evidence: DraftEvidence,
    }),
    { description: 'What both are compared on.' },
  ),
});
export type Competitor = Static<typeof Competitor>;

const INVITE_FIELDS = {
  id: T.Integer({ description: 'Its id.' }),
  email: T.String({ description: 'The co-founder’s address.' }),
  status: OneOf(['sent', 'accepted', 'expired'], { description: 'accepted: the profile was added; expired after 14 days.' }),
  created_at: Instant('When it was first sent.'),
};
const DraftInvite = Named('DraftInvite', INVITE_FIELDS);

const SUMMARY_FIELDS = {
  id: Uuid('The draft’s id.'),
  url: T.String({ description: 'The website it was read from.' }),
  status: OneOf([...DRAFT_STATUSES], {
    title: 'DraftProgress',
    description: 'crawling and drafting: wait; ready: edit and submit it; submitted: it has a listing; failed: see failure.',
  }),
  completeness: T.Integer({ minimum: 0, maximum: 100, description: 'Percent of a full profile.' }),
  listing_id: Nullable(T.Integer(), { description: 'The listing made from it; null before submit_draft.' }),
  page_url: T.String({ description: 'Where a person can read and edit it.' }),
  updated_at: Instant('When it or its listing was last edited.'),
};
const STATUS_FIELDS = {
  failure: Nullable(DraftFailureReason, { description: 'Why the site could not be read; null if it could.' }),
  missing: T.Array(
    Named('MissingPart', {
      field: T.String({ description: 'Name of the field or section.' }),
      required: T.Boolean({ description: 'Whether submit_draft needs it.' }),
      hint: T.String({ description: 'What to enter.' }),
      pending: T.Boolean({ description: 'Whether the site is still being read for it.' }),
    }),
    { description: 'What is blank or too long; required first.' },
  ),
  warnings: Warnings,
  next_steps: NextSteps,
};

export const Draft = Named('Draft', {
  ...SUMMARY_FIELDS,
  ...STATUS_FIELDS,
  fields: Strict(
    propertiesOf(PROFILE_FIELD_NAMES, () => DraftField),
    { description: 'After submit_draft they are those of the listing.' },
  ),
  faqs: T.Array(Named('DraftFaq', { ...Faq.properties, ...STATE }), { description: 'Questions and answers.' }),
  founders: T.Array(
    Named('DraftFounder', {
      name: T.String({ description: 'The founder’s name.' }),
      title: Nullable(T.String(), { description: 'The founder’s role.' }),
      bio: Nullable(T.String(), { description: 'A short bio.' }),
      ...STATE,
    }),
    { description: 'Who makes it; the first is primary.' },
  ),
  socials: Strict(
    {
      company: T.Record(T.String(), DraftText, { description: 'The product’s profiles, by network.' }),
      founder: T.Record(T.String(), DraftText, { description: 'The first founder’s profiles, by network.' }),
    },
    { description: 'Profiles elsewhere.' },
  ),
  story: Strict(
    propertiesOf(STORY_SECTIONS, () => DraftText),
    { description: 'The founder story.' },
  ),
  milestones: T.Array(Named('DraftMilestone', { ...MILESTONE_FIELDS, ...STATE }), { description: 'Dated events.' }),
  attributes: T.Record(
    T.String(),
    Named('DraftAttribute', {
      ...DEFINITION_FIELDS,
      value: Nullable(AttributeValueSchema, { description: 'By kind.' }),
      ...STATE,
    }),
    { description: 'Facts that listings of its category are compared on, by key.' },
  ),
  seo: Strict(
    {
      title: Nullable(T.String(), { description: 'The title.' }),
      meta: Nullable(T.String(), { description: 'The description.' }),
    },
    { description: 'For search engines.' },
  ),
  invites: T.Array(DraftInvite, { description: 'Invited co-founders.' }),
  not_found_on_website: NotFoundOnWebsite,
  competitor: Nullable(Competitor, { description: 'The competitor it is compared with; null without one.' }),
  pages_read: T.Array(PageRead, { description: 'The pages it was read from.' }),
  robots: Nullable(DraftRobots, { description: 'What robots.txt said; null before it was read.' }),
  drafter: Nullable(
    Named('Drafter', {
      name: OneOf(['built-in', 'model'], { description: 'built-in: our own rules; model: a language model.' }),
      note: Nullable(T.String(), { description: 'What went wrong.' }),
    }),
    { description: 'Who drafted it.' },
  ),
  redrafting: ValueNames('Values that are being redrafted at the moment.'),
  created_at: Instant('When it was started.'),
});
export type Draft = Static<typeof Draft>;

const { updated_at, ...IDENTITY } = SUMMARY_FIELDS;
const DraftStatusView = Named('DraftStatus', {
  ...IDENTITY,
  name: Nullable(T.String(), { description: 'The product’s name.' }),
  tagline: Nullable(T.String(), { description: 'One line that says what it does.' }),
  categories: T.Array(T.String(), { description: 'Names; the first is primary.' }),
  changed: T.Array(T.String(), { description: 'Fields and sections that this call changed.' }),
  locked_fields: ValueNames('Values that redrafts leave alone.'),
  ...STATUS_FIELDS,
  updated_at,
});
export type DraftStatusView = Static<typeof DraftStatusView>;
export const DraftOrStatus = withStatusView(Draft, DraftStatusView);

export const StartDraft = Strict({ url: RequiredText(2048, 'The product’s website address, such as https://acme.example.'), view: View });
export type StartDraft = Static<typeof StartDraft>;
export const DraftById = { id: Uuid('Draft id, from list_my_drafts.') };
export const ListDrafts = Strict({
  status: T.Optional(OneOf([...DRAFT_STATUSES], { description: 'Only drafts in this status.' })),
  ...PAGING,
});
export type ListDrafts = Static<typeof ListDrafts>;
const DraftSummary = Named('DraftCard', {
  ...SUMMARY_FIELDS,
  name: Nullable(T.String(), { description: 'The product’s name; null while blank.' }),
  created_at: Instant('When it was started.'),
});
export type DraftSummary = Static<typeof DraftSummary>;
export const DraftPage = ListOf(DraftSummary);
export const SubmitDraft = Strict(DraftById);
export const GetDraft = Strict({ ...DraftById, view: View });
export type GetDraft = Static<typeof GetDraft>;

const FieldNames = (maxItems: number, description: string) => optional(T.Array(T.String(), { maxItems }), description);

export const UpdateDraft = Strict({
  ...DraftById,
  fields: optional(
    Strict(
      propertiesOf(PROFILE_FIELD_NAMES, (name) => fieldInput(PROFILE_FIELDS[name])) as {
        [K in ProfileFieldName]: FieldInput<(typeof PROFILE_FIELDS)[K]>;
      },
    ),
    'New values. Left out or null: unchanged; remove_fields removes one.',
  ),
  remove_fields: optional(
    T.Array(RequiredText(60), { maxItems: 60 }),
    'Values to remove: fields, story.<section>, seo.<part>, company_socials.<network>, founder_socials.<network>, attributes.<key>. E.g. ["city", "story.lessons"].',
  ),
  lock_fields: FieldNames(20, 'Fields, or attributes.<key>, to lock against redrafts.'),
  regenerate: FieldNames(5, 'Redraft from the website, which is read again; may take a few seconds. Locked fields stay.'),
  restore: FieldNames(20, 'Restore the AI’s original value.'),
  faqs: optional(T.Array(Faq, { maxItems: MAX_FAQS }), 'Replaces all; [] removes all.'),
  company_socials: optional(SocialsInput('Network to link.'), 'The product’s profiles: addresses or @names. Only those sent change.'),
  founder_socials: optional(SocialsInput('Network to link.'), 'The first founder’s profiles: addresses or @names. Only those sent change.'),
  founders: optional(
    T.Array(
      Strict({
        name: RequiredText(160, 'The founder’s name.'),
        title: optional(Text(160), 'The founder’s role.'),
        bio: optional(Text(3000), 'A short bio.'),
      }),
      { maxItems: 6 },
    ),
    'Replaces the list; the first is primary; [] removes all.',
  ),
  story: optional(
    Strict(propertiesOf(STORY_SECTIONS, (section) => optional(Text(8000), STORY_TEXTS[section]))),
    'The founder story, as in set_founder_story. Only the sections sent change.',
  ),
  milestones: optional(T.Array(MilestoneInput, { maxItems: 50 }), 'Replaces all; [] removes all.'),
  attributes: AttributesInput,
  competitor_url: optional(Text(2048), 'A competitor’s address to read and compare; an empty text clears it.'),
  seo: optional(
    Strict({ title: optional(Text(70), 'Title for search engines.'), meta: optional(Text(170), 'Description for search engines.') }),
    'Only what is sent changes. update_my_listing takes longer ones.',
  ),
  view: View,
});
export type UpdateDraft = Static<typeof UpdateDraft>;

export const InviteCofounder = Strict({ ...DraftById, email: Email('The co-founder’s address.') });
export const Invite = Named('SentInvite', {
  ...INVITE_FIELDS,
  draft_id: Uuid('The draft they are invited to.'),
  invites_left: T.Integer({ description: 'How many more can be sent for this draft.' }),
  next_steps: NextSteps,
});
export type Invite = Static<typeof Invite>;
export const SubmittedDraft = Named('SubmittedDraft', {
  listing_id: T.Integer({ description: 'The new listing.' }),
  draft_id: Uuid('The draft it was made from.'),
  slug: T.String({ description: 'Slug, used in its URL.' }),
  status: OwnListingState,
  url: T.String({ description: 'Its page, once it is public.' }),
  warnings: Warnings,
  next_steps: NextSteps,
});
export type SubmittedDraft = Static<typeof SubmittedDraft>;
