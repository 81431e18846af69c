import { expect, test } from 'vitest';
import { draftOf, home, valuesOf } from './pages.ts';

test('the name is the one on which title, site name, logo and structured data agree', () => {
  expect(valuesOf(home('<h1>Plan your week in minutes</h1>')).name).toBe('Acme');
  const html = `<title>Notes for people who draw – Inkling</title><a href="/"><img src="/l.svg" alt="Inkling logo"></a>
    <script type="application/ld+json">{"@graph":[{"@type":"SoftwareApplication","name":"Inkling"},{"@type":"Organization","name":"Paperhouse GmbH"}]}</script>`;
  expect(valuesOf(html).name).toBe('Inkling');
});

test('a company that differs from its product does not give it its name', () => {
  const html = `<title>Ducks – a jumping game</title><h1>Ducks</h1><footer>© 2020 Oil Studios</footer>
    <script type="application/ld+json">{"@type":"Organization","name":"Oil Studios"}</script>`;
  expect(valuesOf(html).name).toBe('Ducks');
});

test('a title that is the name, or puts what it is behind a comma, is enough where an address or a profile bears it', () => {
  expect(valuesOf('<title>Brightly</title><h1>It is about how.</h1><a href="mailto:info@brightly.example">Mail</a>').name).toBe('Brightly');
  const game =
    '<title>Sandtown, the free citybuilding game</title><h2>Welcome to Sandtown</h2><a href="https://github.com/jo/Sandtown">Code</a>';
  expect([valuesOf(game).name, draftOf(game).company_socials.github?.value]).toEqual(['Sandtown', 'https://github.com/jo/Sandtown']);
});

test('words of menus and generic titles are no names', () => {
  expect(valuesOf('<title>Home</title><a href="/">Home</a><a href="#">Support</a><h1>Welcome</h1>').name).toBeUndefined();
});

test('the tagline is the headline, else what the title says beside the name, and never the name', () => {
  expect(valuesOf(home('<h1>Find.<br>Make sure.<br>Delete.</h1>')).tagline).toBe('Find. Make sure. Delete.');
  expect(valuesOf(home('<h1>Acme</h1>')).tagline).toBe('Plan your week in minutes');
  expect(
    valuesOf('<title>Acme</title><meta property="og:site_name" content="Acme"><h1>Acme</h1><p>Weeks that plan themselves.</p>').tagline,
  ).toBe('Weeks that plan themselves.');
  expect(valuesOf('<title>Acme</title><meta property="og:site_name" content="Acme"><h1>Acme</h1>').tagline).toBeUndefined();
});

test('greetings and rows of buttons are no taglines', () => {
  const head = '<title>Acme</title><meta property="og:site_name" content="Acme">';
  expect(
    valuesOf(`${head}<h1>Welcome to Acme, dear visitor</h1><p><a href="/a">See the sources</a> <a href="/b">Read the docs</a></p>`).tagline,
  ).toBeUndefined();
});

test('the description is the site’s own prose, in paragraphs that are its quotes', () => {
  const html = home(
    `<h1>Plan your week</h1><p>Acme looks at your calendar and your tasks and proposes a week that fits you.</p>
     <blockquote><p>“Acme changed how our whole team in Ohio plans its weeks, truly.”</p></blockquote>
     <div class="cookie-banner"><p>We use cookies to make this page work and to measure how it is used.</p></div>
     <p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor.</p>`,
    '<meta name="description" content="Acme plans weeks for people who have too much to do.">',
  );
  const { description, short_description } = valuesOf(html);
  expect(short_description).toBe('Acme plans weeks for people who have too much to do.');
  expect(description).toBe(
    'Acme plans weeks for people who have too much to do.\n\nAcme looks at your calendar and your tasks and proposes a week that fits you.',
  );
});
