import { SOCIAL_PLATFORMS, STORY_SECTIONS } from '../../listings/schema.ts';
import {
  type AttributeDefinition,
  PROFILE_FIELD_NAMES,
  type ProfileFieldName,
  type Proposal,
  type SocialPlatform,
  type StorySection,
} from '../proposal.ts';

export type RecordPart = 'faqs' | 'founders' | 'milestones';

/** What the rules left blank. A model is asked for nothing else, and what else it answers is ignored. */
export interface WantedValues {
  fields: ProfileFieldName[];
  records: RecordPart[];
  company_socials: SocialPlatform[];
  founder_socials: SocialPlatform[];
  story: StorySection[];
  attributes: AttributeDefinition[];
  /** The product's name, if it is known. */
  product: string | null;
}

/** More attributes would make the question longer than the pages. */
const MAX_ATTRIBUTES = 100;
const RECORDS: RecordPart[] = ['faqs', 'founders', 'milestones'];

export const blanksOf = (found: Proposal, attributes: AttributeDefinition[]): WantedValues => {
  const name = found.fields.name?.value;
  return {
    fields: PROFILE_FIELD_NAMES.filter((field) => !found.fields[field]),
    records: RECORDS.filter((part) => found[part].length === 0),
    company_socials: SOCIAL_PLATFORMS.filter((platform) => !found.company_socials[platform]),
    founder_socials: SOCIAL_PLATFORMS.filter((platform) => !found.founder_socials[platform]),
    story: STORY_SECTIONS.filter((section) => !found.story[section]),
    attributes: attributes.filter(({ key }) => !found.attributes[key]).slice(0, MAX_ATTRIBUTES),
    product: typeof name === 'string' ? name : null,
  };
};
