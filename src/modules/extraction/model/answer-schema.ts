import { Nullable, OneOf, Strict, T } from '../../../kernel/schema.ts';
import { SOCIAL_PLATFORMS, STORY_SECTIONS } from '../../listings/schema.ts';
import { PROFILE_FIELD_NAMES, PROFILE_FIELDS, type ProfileFieldName } from '../proposal.ts';

const fieldsOfKind = (kind: 'text' | 'list'): ProfileFieldName[] =>
  PROFILE_FIELD_NAMES.filter((name) => PROFILE_FIELDS[name].kind === kind);

const lines = T.Array(T.String());
const maybe = Nullable(T.String());
const socials = T.Array(Strict({ platform: OneOf([...SOCIAL_PLATFORMS]), link: T.String(), lines }));

/**
 * The JSON schema of the model's answer: missing values are omitted, and evidence is cited by line. It is the same for every question,
 * because providers compile and keep it. Without limits and optional properties, which strict servers do not support.
 */
export const ModelAnswer = Strict({
  texts: T.Array(Strict({ field: OneOf(fieldsOfKind('text')), value: T.String(), lines })),
  lists: T.Array(Strict({ field: OneOf(fieldsOfKind('list')), values: T.Array(T.String()), lines })),
  faqs: T.Array(Strict({ question: T.String(), answer: T.String(), lines })),
  founders: T.Array(Strict({ name: T.String(), title: maybe, bio: maybe, lines })),
  company_socials: socials,
  founder_socials: socials,
  story: T.Array(Strict({ section: OneOf([...STORY_SECTIONS]), text: T.String(), lines })),
  milestones: T.Array(Strict({ date: T.String(), title: T.String(), description: maybe, url: maybe, lines })),
  attributes: T.Array(Strict({ key: T.String(), values: T.Array(T.String()), lines })),
});
