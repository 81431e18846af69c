import { expect, test } from 'vitest';
import { type DraftContent, emptyContent, withProposal, withRedrafted } from '../../../src/modules/drafts/content.ts';
import { type DraftEdits, editContent, NO_EDITS } from '../../../src/modules/drafts/edits.ts';
import { computeCompleteness, findMissingParts, findSuggestions } from '../../../src/modules/drafts/rules.ts';
import type { Proposal } from '../../../src/modules/extraction/proposal.ts';

const quoteOf = (quote: string) => ({ quote, url: 'https://acme.example/' });
const quoted = <V>(value: V) => ({ value, evidence: [{ quote: String(value), url: 'https://acme.example/' }] });
const FOUND: Proposal = {
  fields: { name: quoted('Acme'), tagline: quoted('Notes that find themselves'), features: quoted(['Search', 'Sync']) },
  faqs: [{ question: 'Is it free?', answer: 'Yes.', evidence: quoted('Is it free?').evidence }],
  founders: [{ name: 'Ines Duarte', title: 'Founder', bio: null, evidence: quoted('Ines Duarte, Founder').evidence }],
  company_socials: { github: quoted('https://github.com/acme') },
  founder_socials: {},
  story: { why_started: quoted('We lost our notes.') },
  milestones: [{ date: '2024-01-02', title: 'First user', description: null, url: null, evidence: quoted('First user').evidence }],
  attributes: {},
  suggested: { features: { value: ['Tide tables', 'Sync'], evidence: [quoteOf('Tide tables for all'), quoteOf('Sync')] } },
};
const drafted = (): DraftContent => withProposal(emptyContent(), FOUND);
const edit = (edits: Partial<DraftEdits>, content = drafted()): DraftContent => editContent(content, FOUND, { ...NO_EDITS, ...edits });

test('extracted values arrive with their evidence, and the rest stays blank', () => {
  const { fields, founders, socials, story } = drafted();
  expect(fields.name).toEqual({ value: 'Acme', state: 'ai', evidence: [{ quote: 'Acme', url: 'https://acme.example/' }] });
  expect(fields.city).toEqual({ value: null, state: 'not_found', evidence: [] });
  expect(founders[0]).toMatchObject({ name: 'Ines Duarte', state: 'ai' });
  expect(socials).toMatchObject({ company: { github: { state: 'ai' } }, founder: {} });
  expect(story.why_started.state).toBe('ai');
});

test('text typed while the site was being crawled is not overwritten', () => {
  const before = editContent(emptyContent(), null, {
    ...NO_EDITS,
    fields: { name: 'My Acme' },
    founders: [{ name: 'Me' }],
    story: { problem: 'Chaos.' },
  });
  const content = withProposal(before, FOUND);
  expect(content.fields.name).toEqual({ value: 'My Acme', state: 'edited', evidence: [] });
  expect(content.fields.tagline.state).toBe('ai');
  expect(content.founders).toEqual([{ name: 'Me', title: null, bio: null, state: 'manual', evidence: [] }]);
  expect(content.story.problem).toMatchObject({ value: 'Chaos.', state: 'manual' });
});

test('typing over a value makes it edited, typing into a blank makes it manual, and neither keeps its quotes', () => {
  const { fields } = edit({ fields: { name: 'Acme 2', city: 'Lisbon' } });
  expect(fields.name).toEqual({ value: 'Acme 2', state: 'edited', evidence: [] });
  expect(fields.city).toEqual({ value: 'Lisbon', state: 'manual', evidence: [] });
});

test('sending the current value changes nothing', () => {
  const content = edit({
    fields: { name: 'Acme', features: ['Search', 'Sync'] },
    faqs: [{ question: 'Is it free?', answer: 'Yes.' }],
    founders: [{ name: 'Ines Duarte', title: 'Founder' }],
    milestones: [{ date: '2024-01-02', title: 'First user' }],
    company_socials: { github: 'https://github.com/acme' },
    story: { why_started: 'We lost our notes.' },
  });
  expect(content).toEqual(drafted());
});

test('null removes a value; restore brings it back with its quotes, or leaves it blank', () => {
  const removed = edit({ fields: { name: null, city: null } });
  expect(removed.fields.name).toEqual({ value: null, state: 'deleted', evidence: [] });
  const restored = edit({ restore: ['name', 'city'] }, removed);
  expect(restored.fields.name).toEqual(drafted().fields.name);
  expect(restored.fields.city.state).toBe('not_found');
});

test('a locked value can be typed over, but redrafts do not change it', () => {
  const locked = edit({ fields: { tagline: 'Mine' }, lock_fields: ['tagline'] });
  expect(locked.fields.tagline).toEqual({ value: 'Mine', state: 'override', evidence: [] });
  expect(edit({ regenerate: ['tagline'] }, locked).fields.tagline.value).toBe('Mine');
  expect(withRedrafted(locked, { fields: { tagline: quoted('Other') }, attributes: {} }, ['tagline']).fields.tagline.value).toBe('Mine');
  expect(edit({ fields: { tagline: 'Mine too' } }, locked).fields.tagline).toMatchObject({ value: 'Mine too', state: 'override' });
});

test('a locked extracted value keeps its quotes', () => {
  expect(edit({ lock_fields: ['name'] }).fields.name).toEqual({ ...drafted().fields.name, state: 'override' });
});

test('a redraft replaces an edit, and keeps typed text where it finds nothing', () => {
  const edited = edit({ fields: { name: 'Acme 2', city: 'Lisbon' } });
  const { fields } = edit({ regenerate: ['name', 'city'] }, edited);
  expect(fields.name).toMatchObject({ value: 'Acme', state: 'ai' });
  expect(fields.city).toMatchObject({ value: 'Lisbon', state: 'manual' });
});

test('one call restores first, then types, then locks', () => {
  const { fields } = edit({ restore: ['name'], fields: { name: 'Typed' }, lock_fields: ['name'] });
  expect(fields.name).toEqual({ value: 'Typed', state: 'override', evidence: [] });
});

test('lists: unchanged items keep their quotes, changed ones are edited, new ones manual, and re-adding one restores it', () => {
  const { faqs } = edit({
    faqs: [
      { question: 'Is it free?', answer: 'For small teams.' },
      { question: 'Who for?', answer: 'Teams.' },
    ],
  });
  expect(faqs.map(({ state, evidence }) => [state, evidence.length])).toEqual([
    ['edited', 0],
    ['manual', 0],
  ]);
  expect(edit({ faqs: [{ question: 'Is it free?', answer: 'Yes.' }] }, { ...drafted(), faqs }).faqs).toEqual(drafted().faqs);
});

test('links: only those sent change, an empty one removes the link, and unset blanks are omitted', () => {
  const { company, founder } = edit({ company_socials: { github: null, x: 'https://x.com/acme', reddit: null } }).socials;
  expect(company).toEqual({
    github: { value: null, state: 'deleted', evidence: [] },
    x: { value: 'https://x.com/acme', state: 'manual', evidence: [] },
  });
  expect(founder).toEqual({});
});

test('seo and story: only what is sent changes, and empty becomes null', () => {
  const content = edit({ seo: { title: 'Acme: notes' }, story: { why_started: '', lessons: 'Write less.' } });
  expect(content.seo).toEqual({ title: 'Acme: notes', meta: null });
  expect(content.story.why_started).toMatchObject({ value: null, state: 'deleted' });
  expect(content.story.lessons).toMatchObject({ value: 'Write less.', state: 'manual' });
});

test('completeness is 0 for nothing and 100 for everything; missing required parts come first', () => {
  expect(computeCompleteness(emptyContent())).toBe(0);
  const missing = findMissingParts(emptyContent());
  expect(missing.slice(0, 4).map(({ field }) => field)).toEqual(['name', 'tagline', 'description', 'categories']);
  expect(missing.every(({ required, hint }, at) => required === at < 4 && hint.length > 5)).toBe(true);
  const whole = emptyContent();
  const formatted: Record<string, string> = {
    country: 'PT',
    founded_year: '2021',
    contact_email: 'hi@acme.example',
    demo_video_url: 'https://acme.example/demo',
    logo_url: 'https://acme.example/logo.png',
  };
  for (const [name, field] of Object.entries(whole.fields)) field.value = formatted[name] ?? 'x';
  const full = edit({ founders: [{ name: 'A' }], company_socials: { x: 'https://x.com/a' } }, { ...whole, faqs: drafted().faqs });
  expect(computeCompleteness(full)).toBe(100);
  expect(findMissingParts(full)).toEqual([]);
});

test('suggestions are offered until they are in the list, which then has their quotes', () => {
  const content = drafted();
  expect(findSuggestions(FOUND, content)).toEqual([{ field: 'features', value: 'Tide tables', ...quoteOf('Tide tables for all') }]);
  expect(computeCompleteness(content)).toBe(computeCompleteness(withProposal(emptyContent(), { ...FOUND, suggested: {} })));
  const added = edit({ fields: { features: ['Search', 'Tide tables', 'My own'] } }, content);
  // Quotes that speak for an item stay; that of the suggestion comes with it.
  expect(added.fields.features).toMatchObject({ state: 'edited', evidence: [quoteOf('Search,Sync'), quoteOf('Tide tables for all')] });
  expect(findSuggestions(FOUND, added)).toMatchObject([{ value: 'Sync' }]);
  expect(edit({ fields: { features: ['My own'] } }, content).fields.features.evidence).toEqual([]);
  expect(findSuggestions(FOUND, edit({ lock_fields: ['features'] }, content))).toEqual([]);
  expect(findSuggestions(null, content)).toEqual([]);
});
