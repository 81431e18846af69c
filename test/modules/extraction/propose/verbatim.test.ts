import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageTextOf } from '../../../../src/modules/extraction/parse/parsed-page.ts';
import { proposeProfile } from '../../../../src/modules/extraction/propose/propose.ts';
import { verifyProposal } from '../../../../src/modules/extraction/verify/verify.ts';
import { CATEGORIES, home, isQuotedFrom, listQuotes, makeSite, proposeFrom } from '../../../support/extraction/proposals.ts';
import { measureCpuTime } from '../../../support/own-time.ts';

/** Fragments of pages as people write them, well and badly. */
const PIECES = [
  '<title>Acme — Plan your week</title>',
  '<meta name="description" content="Acme   plans\nweeks for people &amp; teams.">',
  '<script type="application/ld+json">{"@graph":[{"@type":"SoftwareApplication","name":"Acme","offers":{"@type":"Offer","price":9}}]}</script>',
  '<script type="application/ld+json">{"@type":"Organization","address":{"@type":"PostalAddress","addressLocality":"Lyon","addressCountry":"FR"},</script>',
  '<script type="application/ld+json">{"@type":"Question","name":"Is it\\nsafe?","acceptedAnswer":{"text":"<p>Yes &amp; no.</p>"}}</script>',
  '<h1>Plan your<br>week with <span>one click</span></h1>',
  '<h2>Features</h2><ul><li>✓ Shared&nbsp;calendars</li><li>Soft&shy;ware that waits</li><li>Works <b>off</b>line</li></ul>',
  '<section class="features"><h3>Fast</h3><p>It is quick to open.</p><h3>Small<i class="material-icons">bolt</i></h3><p>It is small to load.</p></section>',
  '<h2>Ada Byron, Founder &amp; CEO</h2><p>Founded by Grace Hopper and Alan Turing in 2015.</p>',
  '<p>9,90&nbsp;€</p><p>pro Monat</p><p>Kostenlos starten</p>',
  '<h2>FAQ</h2><h3>Is it free?</h3><p>Yes,<br>it is.</p><ul><li>Always</li></ul><h3>Really?</h3><div>Really.</div>',
  '<details><summary>How does it work?</summary>It <em>just</em> does.</details>',
  '<p>Acme GmbH<br>Lange Straße 5<br>17109 Demmin<br>Deutschland</p><p>Based in Melbourne, Australia.</p>',
  '<footer><a href=" https://x.com/acme ">X</a><a href="mailto:hi@acme.test?subject=A%20B">Mail</a> © 2020 Acme</footer>',
  '<header><a href="/"><img src=" /img/logo.svg " alt="Acme  logo"></a></header>',
  '<iframe src="//www.youtube.com/embed/gkQs7uWFUlQ"></iframe><video><source src="tour.mp4"></video>',
  '<p hidden>Founded by Mallory Hidden in 1999</p><template><h3>Never shown</h3><p>Nobody sees it.</p></template>',
  '<p>Lorem ipsum dolor sit amet</p><p>{{ headline }}</p><div><p>unclosed <b>bold<p>next</div></i>',
  '<table><tr><td>Solo<td>$5 per month<tr><td>Team<td>$50 per month</table>',
  '<p>創業者 山田 太郎</p><h3>山田 太郎</h3><p>創業者</p>',
];

/** What breaks parsers: markup, quotes, brackets, and letters of several alphabets. */
const NOISE = [...'<>/="\'&;{}[]:,.!?-@§€ \n\u0000\u00ad09aZéß山かक', '<h1>', '</p>', '<script>', '&#x0;', 'http://', '€9/mo'];

const page = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join('\n'));
const site = fc
  .tuple(
    page,
    fc.uniqueArray(fc.tuple(fc.constantFrom('/about', '/pricing', '/faq', '/impressum', '/contact', '/privacy', '/blog/1'), page), {
      selector: ([path]) => path,
      maxLength: 4,
    }),
  )
  .map(([first, others]) => makeSite({ '/': first, ...Object.fromEntries(others) }));

test('for any pages, every quote is verbatim on the page it names, and verification accepts every proposed field', () => {
  fc.assert(
    fc.property(site, (pages) => {
      const proposal = proposeProfile(pages, CATEGORIES);
      expect(listQuotes(proposal).filter((quote) => !isQuotedFrom(pages)(quote))).toEqual([]);
      expect(proposal.faqs.length).toBeLessThanOrEqual(10);
      expect(proposal.founders.length).toBeLessThanOrEqual(6);
      expect([proposal.fields.features?.value ?? []].flat().every((feature) => feature.length <= 200)).toBe(true);
      expect(proposeProfile(pages, CATEGORIES)).toEqual(proposal);
      const { fields } = verifyProposal(proposal, pages.map(pageTextOf), CATEGORIES);
      expect(Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))).toEqual(
        Object.fromEntries(Object.entries(proposal.fields).map(([name, { value }]) => [name, value])),
      );
    }),
    { numRuns: 60 },
  );
});

test('no pages, empty pages and noise give blanks, not errors', () => {
  expect(proposeProfile([], CATEGORIES).fields).toEqual({});
  expect(proposeFrom('').fields).toEqual({});
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...NOISE), maxLength: 400 }), (noise) => {
      const pages = makeSite({ '/': noise, '/about': `<h2>${noise}</h2><script type="application/ld+json">${noise}</script>` });
      expect(listQuotes(proposeProfile(pages, CATEGORIES)).every(isQuotedFrom(pages))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('self-referencing, nested and listed structured data does no harm', () => {
  const data = `{"@context":"https://schema.org","@graph":[[{"@id":"#a","@type":["Organization","Brand"],"name":"Acme","founder":[{"@id":"#a"},{"@type":"Person","name":"Ada Byron"}],
    "address":[{"@type":"PostalAddress","addressLocality":{"@value":"x"}}],"logo":{"@type":"ImageObject","url":"/logo.png"},"sameAs":null,"@reverse":{"parent":{"@id":"#a"}}}]]}`;
  const draft = proposeFrom(home('', `<script type="application/ld+json">${data}</script>`));
  expect(draft.founders.map(({ name }) => name)).toEqual(['Ada Byron']);
  expect(draft.fields.logo_url?.value).toBe('https://acme.test/logo.png');
});

test('twelve pages of two hundred kilobytes are processed in time', () => {
  // Most of a page is markup.
  const part = `<div class="${'flex items-center justify-between rounded '.repeat(200)}">${PIECES.join('\n')}</div>`;
  const long = part.repeat(Math.ceil(200_000 / part.length));
  const paths = ['/', '/about', '/pricing', '/faq', '/contact', '/press', '/features', '/a', '/b', '/c', '/d', '/e'];
  const pages = makeSite(Object.fromEntries(paths.map((path) => [path, long])));
  expect(measureCpuTime(() => expect(proposeProfile(pages, CATEGORIES).fields.name?.value).toBe('Acme'))).toBeLessThan(10_000);
});

test.each(['A', 'Ada van ', 'founded by ', 'much ', '12345 Aa ', 'Q: a A: b '])('a page of nothing but %j is processed in time', (unit) => {
  const text = unit.repeat(Math.ceil(60_000 / unit.length));
  const page = `<title>Acme</title><h1>${text}</h1><h2>Features</h2><ul><li>${text}</li></ul><p>${text} founder</p><details><summary>${text}</summary>${text}</details>`;
  // With quadratic time this would take minutes.
  expect(measureCpuTime(() => proposeFrom({ '/': page, '/pricing': page, '/privacy': page }))).toBeLessThan(20_000);
});
