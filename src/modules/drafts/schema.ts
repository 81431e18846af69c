import {
  Day,
  Email,
  Instant,
  ListOf,
  Nullable,
  OneOf,
  PAGING,
  RequiredText,
  type Static,
  Strict,
  T,
  Text,
  Texts,
  Uuid,
} from '../../kernel/schema.ts';
import { PROFILE_FIELD_NAMES, PROFILE_FIELDS, type ProfileFieldName } from '../extraction/proposal.ts';
import { Faq, Socials, STORY_SECTIONS } from '../listings/schema.ts';

export const DRAFT_STATUSES = ['crawling', 'drafting', 'ready', 'submitted', 'failed'] as const;
export const FIELD_STATES = ['ai', 'not_found', 'edited', 'manual', 'override', 'deleted'] as const;

type InputOf<F> = F extends { kind: 'list' } ? ReturnType<typeof Texts> : ReturnType<typeof Text>;
const optional = <F extends { kind: 'text' | 'list'; max: number }>({ kind, max }: F) =>
  T.Optional(Nullable((kind === 'list' ? Texts(max, 200) : Text(max)) as InputOf<F>));
type OptionalField<F> = ReturnType<typeof T.Optional<ReturnType<typeof Nullable<InputOf<F>>>>>;

const Evidence = T.Array(Strict({ quote: T.String(), url: T.String() }), {
  description: 'Verbatim from the page named; empty for what a person typed.',
});
const state = { state: OneOf([...FIELD_STATES]), evidence: Evidence };
const FieldSchema = (value: ReturnType<typeof T.String> | ReturnType<typeof T.Array>) => Strict({ value: Nullable(value), ...state });
const TextFieldSchema = Strict({ value: Nullable(T.String()), ...state });
const byName = <K extends string, S>(names: readonly K[], schema: (name: K) => S) =>
  Object.fromEntries(names.map((name) => [name, schema(name)])) as Record<K, S>;

const DraftFailureReason = Strict({
  code: OneOf(['robots_disallowed', 'unreachable', 'not_a_website', 'address_not_allowed', 'too_large', 'timed_out']),
  detail: T.String(),
});
export type DraftFailureReason = Static<typeof DraftFailureReason>;

const PageRead = Strict({ url: T.String(), status: T.Integer(), read_at: Instant() });
export type PageRead = Static<typeof PageRead>;

const DraftRobots = Strict({ found: T.Boolean(), allowed: T.Boolean(), rules: T.Array(T.String()) });
export type DraftRobots = Static<typeof DraftRobots>;

const Competitor = Strict({
  url: T.String(),
  status: OneOf(['reading', 'ready', 'failed']),
  comparison: T.Array(Strict({ field: T.String(), ours: Nullable(T.String()), theirs: Nullable(T.String()), evidence: Evidence }), {
    description: 'What both are compared on; theirs with the quote it was read from.',
  }),
});
export type Competitor = Static<typeof Competitor>;

export const Draft = Strict({
  id: Uuid('Draft id.'),
  url: T.String(),
  status: OneOf([...DRAFT_STATUSES]),
  failure: Nullable(DraftFailureReason),
  completeness: T.Integer({ minimum: 0, maximum: 100 }),
  missing: T.Array(Strict({ field: T.String(), required: T.Boolean(), hint: T.String() })),
  fields: Strict(
    byName(PROFILE_FIELD_NAMES, (name) => FieldSchema(PROFILE_FIELDS[name].kind === 'list' ? T.Array(T.String()) : T.String())),
  ),
  faqs: T.Array(Strict({ question: T.String(), answer: T.String(), ...state })),
  founders: T.Array(Strict({ name: T.String(), title: Nullable(T.String()), bio: Nullable(T.String()), ...state })),
  socials: Strict({ company: T.Record(T.String(), TextFieldSchema), founder: T.Record(T.String(), TextFieldSchema) }),
  story: Strict(byName(STORY_SECTIONS, () => TextFieldSchema)),
  milestones: T.Array(Strict({ date: Day(), title: T.String(), description: Nullable(T.String()), url: Nullable(T.String()), ...state })),
  seo: Strict({ title: Nullable(T.String()), meta: Nullable(T.String()) }),
  competitor: Nullable(Competitor),
  pages_read: T.Array(PageRead),
  robots: Nullable(DraftRobots),
  drafter: Nullable(Strict({ name: OneOf(['built-in', 'model']), note: Nullable(T.String()) }), {
    description: 'Who drafted it; the note says what did not go as it should.',
  }),
  redrafting: T.Array(OneOf([...PROFILE_FIELD_NAMES]), {
    description: 'Fields for which the site is being read again at the moment; empty when that is over.',
  }),
  listing_id: Nullable(T.Integer()),
  created_at: Instant(),
  updated_at: Instant(),
});
export type Draft = Static<typeof Draft>;

export const StartDraft = Strict({ url: RequiredText(2048, 'The product’s website address.') });
export const DraftById = { id: Uuid('Draft id.') };
export const ListDrafts = Strict({ ...PAGING });
const DraftSummary = Strict({
  id: T.String(),
  url: T.String(),
  name: Nullable(T.String()),
  status: OneOf([...DRAFT_STATUSES]),
  completeness: T.Integer(),
  listing_id: Nullable(T.Integer()),
  created_at: Instant(),
  updated_at: Instant(),
});
export type DraftSummary = Static<typeof DraftSummary>;
export const DraftPage = ListOf(DraftSummary);
export const GetDraft = Strict(DraftById);

export const MilestoneInput = {
  date: Day('YYYY-MM-DD.'),
  title: RequiredText(200),
  description: T.Optional(Nullable(Text(2000))),
  url: T.Optional(Nullable(T.String({ maxLength: 500, pattern: '^https://', description: 'An https link.' }))),
};

const FieldNames = (maxItems: number, description: string) => T.Array(OneOf([...PROFILE_FIELD_NAMES]), { maxItems, description });

export const UpdateDraft = Strict({
  ...DraftById,
  fields: T.Optional(
    Strict(
      byName(PROFILE_FIELD_NAMES, (name) => optional(PROFILE_FIELDS[name])) as {
        [K in ProfileFieldName]: OptionalField<(typeof PROFILE_FIELDS)[K]>;
      },
      {
        description: 'Values typed by you; null removes the field.',
      },
    ),
  ),
  lock_fields: T.Optional(FieldNames(20, 'Lock against AI redrafts.')),
  regenerate: T.Optional(FieldNames(5, 'Redraft from the website’s evidence.')),
  restore: T.Optional(FieldNames(20, 'Bring the AI’s original value back.')),
  faqs: T.Optional(T.Array(Faq, { maxItems: 10, description: 'Replaces all.' })),
  company_socials: T.Optional(Socials),
  founder_socials: T.Optional(Socials),
  founders: T.Optional(
    T.Array(Strict({ name: RequiredText(160), title: T.Optional(Nullable(Text(160))), bio: T.Optional(Nullable(Text(3000))) }), {
      maxItems: 6,
      description: 'Replaces the list; the first is primary.',
    }),
  ),
  story: T.Optional(Strict(byName(STORY_SECTIONS, () => T.Optional(Nullable(Text(8000)))))),
  milestones: T.Optional(T.Array(Strict(MilestoneInput), { maxItems: 50, description: 'Replaces all.' })),
  competitor_url: T.Optional(Text(2048, 'A competitor’s address to read and compare; empty clears.')),
  seo: T.Optional(Strict({ title: T.Optional(Nullable(Text(70))), meta: T.Optional(Nullable(Text(170))) })),
});
export type UpdateDraft = Static<typeof UpdateDraft>;

export const InviteCofounder = Strict({ ...DraftById, email: Email('The co-founder’s address.') });
export const Invite = Strict({
  id: T.Integer(),
  email: T.String(),
  status: OneOf(['sent', 'accepted']),
  invites_left: T.Integer(),
  created_at: Instant(),
});
export type Invite = Static<typeof Invite>;
export const SubmittedDraft = Strict({
  listing_id: T.Integer(),
  slug: T.String(),
  status: T.String(),
  url: T.String(),
  next_steps: T.Array(T.String()),
});
export type SubmittedDraft = Static<typeof SubmittedDraft>;
