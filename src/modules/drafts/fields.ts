interface DraftField {
  kind: 'text' | 'list';
  max: number;
  /** What it adds to completeness; all of them together are 100 with what else a profile has. */
  weight: number;
  /** Without it a draft cannot be submitted. */
  required?: true;
  /** Says to the maker what is wanted. */
  hint: string;
}

/** The 18 fields of a profile (SPEC 2.3): bounds, weight in completeness, and what to tell whoever has left it blank. */
export const DRAFT_FIELDS = {
  name: { kind: 'text', max: 500, weight: 10, required: true, hint: 'What the product is called.' },
  tagline: { kind: 'text', max: 500, weight: 10, required: true, hint: 'One line that says what it does.' },
  short_description: { kind: 'text', max: 500, weight: 6, hint: 'Two sentences for lists and search.' },
  description: { kind: 'text', max: 20000, weight: 12, required: true, hint: 'What it does, for whom, and how.' },
  stage: { kind: 'text', max: 500, weight: 2, hint: 'idea, prototype, beta, launched or growing.' },
  categories: { kind: 'list', max: 20, weight: 8, required: true, hint: 'Names from list_categories; the first is the primary one.' },
  tags: { kind: 'list', max: 20, weight: 2, hint: 'A few words people filter by.' },
  pricing_model: { kind: 'text', max: 500, weight: 5, hint: 'free, freemium, subscription, one-time, usage-based or open-source.' },
  pricing_summary: { kind: 'text', max: 500, weight: 4, hint: 'The plans and prices in one line.' },
  country: { kind: 'text', max: 500, weight: 3, hint: 'Two-letter code of the country the company is in.' },
  city: { kind: 'text', max: 500, weight: 2, hint: 'Where the company is.' },
  founded_year: { kind: 'text', max: 500, weight: 2, hint: 'The year the company or product began.' },
  features: { kind: 'list', max: 20, weight: 8, hint: 'What it can do, a line each.' },
  usps: { kind: 'list', max: 20, weight: 3, hint: 'What it has that others do not.' },
  keywords: { kind: 'list', max: 20, weight: 2, hint: 'Words people would search for.' },
  contact_email: { kind: 'text', max: 500, weight: 3, hint: 'Where people can write to you.' },
  demo_video_url: { kind: 'text', max: 500, weight: 2, hint: 'Link to a video that shows it.' },
  logo_url: { kind: 'text', max: 500, weight: 5, hint: 'Address of the logo.' },
} as const satisfies Record<string, DraftField>;

export type DraftFieldName = keyof typeof DRAFT_FIELDS;
export const DRAFT_FIELD_NAMES = Object.keys(DRAFT_FIELDS) as DraftFieldName[];
