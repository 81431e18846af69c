import { expect, test } from 'vitest';
import type { TextSource } from '../../../../src/modules/extraction/parse/page.ts';
import { pageTextOf } from '../../../../src/modules/extraction/parse/parsed-page.ts';

const textsOf = (html: string, source: TextSource) =>
  pageTextOf({ url: 'https://acme.test/', html })
    .pieces.filter((piece) => piece.source === source)
    .map(({ text }) => text);

test('a visible piece is one block with inline parts joined, white space collapsed and entities decoded', () => {
  expect(
    textsOf('<h1>Plan <em>ahead</em>,\n  &amp; rest</h1><p>Caf&eacute;&nbsp;opens<b>!</b></p><ul><li>One<li>Two</ul>', 'visible'),
  ).toEqual(['Plan ahead, & rest', 'Café opens!', 'One', 'Two']);
});

test('line breaks separate words, and adjacent elements are not joined', () => {
  expect(textsOf('<p>Main Street 1<br>10115 Berlin</p><nav><a>Home</a><a>Pricing</a></nav><p><b>H</b>ello</p>', 'visible')).toEqual([
    'Main Street 1 10115 Berlin',
    'Home Pricing',
    'Hello',
  ]);
});

test('meta, structured data and attributes are separate pieces', () => {
  const html = `<title>Acme</title><meta name="description" content="Plans weeks"><meta property="og:site_name" content="Acme Weeks">
    <script type="application/ld+json">{"@type":"Organization","name":"Acme","sameAs":["https://x.com/acme"]}</script>
    <a href="mailto:hi@acme.test">Mail</a><img src="/logo.svg" alt="Acme logo">`;
  expect(textsOf(html, 'meta')).toEqual(['Acme', 'Plans weeks', 'Acme Weeks']);
  expect(textsOf(html, 'json_ld')).toEqual(['"@type": "Organization"', '"name": "Acme"', 'https://x.com/acme']);
  expect(textsOf(html, 'attribute')).toEqual(['mailto:hi@acme.test', '/logo.svg', 'Acme logo']);
});

test('an email address that Cloudflare hides from robots is read as people see it', () => {
  const link =
    '<a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="cfa7a0a3ae8fa4aea3b6a0e1a6a0">[email protected]</a>';
  expect(textsOf(link, 'attribute')).toEqual(['mailto:hola@kalyo.io']);
  expect(textsOf('<a href="/cdn-cgi/l/email-protection#cfa7a0a3ae8fa4aea3b6a0e1a6a0">Write to us</a>', 'attribute')).toEqual([
    'mailto:hola@kalyo.io',
  ]);
  for (const broken of ['zz', 'cf', 'cfa7', `${'cfa7'.repeat(200)}`])
    expect(textsOf(`<a href="/x" data-cfemail="${broken}">x</a>`, 'attribute')).toEqual(['/x']);
});

test('hidden text is marked, and screen-reader text is not hidden', () => {
  const html = `<p style="color:red; display: none">one</p><p hidden>two</p><p class="sr-only">three</p>
    <h3><span class="material-icons">router</span> Fast network</h3><i aria-hidden="true">star</i><p class="hidden md:block">four</p>`;
  expect(textsOf(html, 'visible')).toEqual(['three', 'Fast network', 'four']);
  expect(textsOf(html, 'hidden')).toEqual(['one', 'two', 'router', 'star']);
});

test('an answer that opens on a click is visible', () => {
  expect(
    textsOf(
      '<div class="faq-answer" style="display:none">Yes, it is.</div><div class="collapse" aria-hidden="true">So is this.</div>',
      'visible',
    ),
  ).toEqual(['Yes, it is.', 'So is this.']);
});

test('the content opened by the preceding button is visible', () => {
  expect(
    textsOf(
      '<button aria-expanded="false">Is it safe?</button><div hidden><p>It is.</p></div><p>So</p><div hidden>not this</div>',
      'visible',
    ),
  ).toEqual(['Is it safe?', 'It is.', 'So']);
});

test('templates and placeholder texts are marked', () => {
  const html = `<template><p>Row</p></template><script type="text/x-template"><p>{{ name }}</p></script><noscript>Turn it on</noscript>
    <p>Lorem ipsum dolor sit amet</p><p>Hello {{ user.name }}</p><p>Real words</p><video src="/v.mp4">No video here</video>`;
  expect(textsOf(html, 'visible')).toEqual(['Real words']);
  expect(textsOf(html, 'template')).toEqual([
    'Row',
    '<p>{{ name }}</p>',
    'Turn it on',
    'Lorem ipsum dolor sit amet',
    'Hello {{ user.name }}',
    'No video here',
  ]);
  expect(textsOf(html, 'attribute')).toEqual(['/v.mp4']);
});

test('scripts and styles are not text', () => {
  expect(pageTextOf({ url: 'https://acme.test/', html: '<style>p{}</style><script>var a = "b"</script><p>c</p>' }).pieces).toEqual([
    { source: 'visible', text: 'c' },
  ]);
});

test('slightly broken structured data is parsed, unusable data is ignored', () => {
  expect(textsOf('<script type="application/ld+json"><!-- {"name": "A\nB",} --></script>', 'json_ld')).toEqual(['"name": "A B"']);
  expect(textsOf('<script type="application/ld+json">{"name": </script><p>x</p>', 'json_ld')).toEqual([]);
});

test('words in an element directly after a headline’s word are separated, parts of a word are not', () => {
  expect(textsOf('<h1>Keep your horse<em>with passion</em></h1><h2>Un<b>limited</b></h2><p>so<i>me words</i></p>', 'visible')).toEqual([
    'Keep your horse with passion',
    'Unlimited',
    'some words',
  ]);
});

test('addresses are resolved against the page’s base', () => {
  const based = (href: string) => pageTextOf({ url: 'https://acme.test/a/', html: `<base href="${href}"><img src="logo.png">` }).base;
  expect(based('/site/')).toBe('https://acme.test/site/');
  expect(based('javascript:alert(1)')).toBeUndefined();
  expect(pageTextOf({ url: 'https://acme.test/a/', html: '<p>x</p>' }).base).toBeUndefined();
});
