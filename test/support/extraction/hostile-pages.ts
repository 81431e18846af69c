import { fill, type HostileInput, personName, pick, word } from '../hostile.ts';
import { HOSTILE_FILES } from '../hostile-files.ts';

type Random = () => number;

/** A page that is honest except for one part. */
const around = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>Acme – the calendar for cooks</title>${head}</head><body><h1>Plan every meal</h1><p>Acme is a calendar for cooks who plan meals a week ahead.</p>${body}</body></html>`;

const page = (name: string, body: (random: Random, bytes: number) => string): HostileInput => ({
  name,
  kind: 'page',
  make: (random, bytes) => around(body(random, bytes)),
  headers: { 'content-type': 'text/html; charset=utf-8' },
});
const inHead = (name: string, head: (random: Random, bytes: number) => string): HostileInput => ({
  ...page(name, () => ''),
  make: (random, bytes) => around('<p>words</p>', head(random, bytes)),
});
/** A repeated piece. */
const repeated = (name: string, piece: (random: Random, at: number) => string): HostileInput =>
  page(name, (random, bytes) => fill(bytes, (at) => piece(random, at)));
/** One block of text. */
const text = (name: string, piece: (random: Random, at: number) => string, tag = 'p'): HostileInput =>
  page(name, (random, bytes) => `<${tag}>${fill(bytes, (at) => piece(random, at))}</${tag}>`);
const data = (value: string): string => `<script type="application/ld+json">${value}</script>`;

const STRUCTURE: HostileInput[] = [
  page('divisions nested without end', (_, bytes) => `${'<div>'.repeat(bytes / 11)}words${'</div>'.repeat(bytes / 11)}`),
  page('lists nested without end', (_, bytes) => `${'<ul><li>'.repeat(bytes / 8)}words`),
  page('tables nested without end', (_, bytes) => `${'<table><tr><td>'.repeat(bytes / 15)}words`),
  page(
    'inline tags nested without end',
    (random, bytes) => `${fill(bytes, () => `<${pick(random, ['b', 'i', 'a', 'font', 'span'])}>`)}words`,
  ),
  page('templates nested without end', (_, bytes) => `${'<template>'.repeat(bytes / 10)}words`),
  page('drawings nested without end', (_, bytes) => `<svg>${'<g><foreignObject>'.repeat(bytes / 18)}words`),
  repeated('siblings without end', () => '<p>x</p>'),
  repeated('formatting reopened in each paragraph', (_, at) => `<p><b id=${at}>x</p>`),
  repeated('ends that close nothing', (random) => `<div></${pick(random, ['b', 'p', 'table', 'form', 'template'])}>`),
  repeated(
    'blocks inside formatting',
    (random) => `<${pick(random, ['b', 'a', 'form', 'span'])}><div></${pick(random, ['b', 'a', 'form', 'span'])}>`,
  ),
  page(
    'a table without end',
    (random, bytes) => `<table>${fill(bytes, () => `<tr><th>${word(random)}</th><td>$${Math.floor(random() * 99)}</td></tr>`)}</table>`,
  ),
  page('a row without end', (_, bytes) => `<table><tr>${fill(bytes, (at) => `<td>$${at % 90}</td>`)}</tr></table>`),
  page('one block of lines', (random, bytes) => `<p>${fill(bytes, () => `${personName(random)}, 10115 Berlin<br>`)}</p>`),
  page('one block of inline parts', (random, bytes) => `<p>${fill(bytes, () => `<b>${word(random)}</b><i>${word(random)}</i>`)}</p>`),
  repeated('hidden siblings', () => '<div hidden>x</div>'),
  repeated(
    'hidden siblings in many ways',
    (random, at) => `<span ${pick(random, ['aria-hidden="true"', 'style="display:none"', 'class="hidden"'])}>${at}</span>`,
  ),
  repeated(
    'names of its own for each element',
    (random, at) => `<div class="${word(random)}-${at} heroMock_${at}" id="${word(random)}${at}">x</div>`,
  ),
  repeated('classes without end', (random) => `<div class="${fill(5000, () => `${word(random)} `)}">x</div>`),
  page('long names around many blocks', (random, bytes) => {
    const names = fill(bytes / 2, () => `${word(random)} `);
    return `<div class="${names}">${fill(bytes / 2, () => '<p>some words</p>')}</div>`;
  }),
  page('buttons in one block', (_, bytes) => `<div>${fill(bytes, () => '?<button></button>')}</div>`),
  page('a long heading over many blocks', (random, bytes) => {
    const heading = fill(bytes / 2, () => `${word(random)} `);
    return `<h2>${heading}</h2>${fill(bytes / 2, () => `<p>Fast ${word(random)}</p>`)}`;
  }),
  repeated('a language for each element', (random, at) => `<p lang="${pick(random, ['en', 'de', 'fr', 'ja'])}">x${at}</p>`),
  repeated('answers behind switches', (_, at) => `<details><summary>What is ${at}?</summary><p>It is ${at}.</p></details>`),
  page('things described by attributes', (random, bytes) =>
    fill(bytes, () => `<div itemscope itemtype="https://schema.org/Person"><b itemprop="name">${personName(random)}</b>`),
  ),
  page(
    'one thing of many properties',
    (random, bytes) => `<div itemscope>${fill(bytes, () => `<i itemprop="founder">${personName(random)}</i>`)}</div>`,
  ),
];

const TAGS: HostileInput[] = [
  repeated('tags that never end', () => '<a '),
  repeated('quotes that never end', () => '<a x="'),
  repeated('comments that never end', () => '<!-- -- > <!'),
  repeated('scripts that never end', () => '<script>x</scrip><title>'),
  page('attributes without end', (_, bytes) => `<a ${fill(bytes, (at) => `a${at} `)}>words</a>`),
  page('one long attribute', (_, bytes) => `<a href="/${fill(bytes, () => 'x')}" title="${fill(bytes, () => 'words ')}">words</a>`),
  page('style that never ends', (_, bytes) => `<p style="${fill(bytes, () => ' ;display : ')}">words</p>`),
  repeated('character references', () => '&#x41;&amp;&lt;&nbsp;&NotEqualTilde;&#'),
  page('plain text to the end', (_, bytes) => `<plaintext>${fill(bytes, () => '<p>words ')}`),
  repeated(
    'links with tracking',
    (random, at) => `<a href="/about/${at}?${Array.from({ length: 330 }, (_, n) => `utm_${n}=${word(random)}`).join('&')}">x</a>`,
  ),
  repeated('links without end', (random, at) => `<a href="/${word(random)}/${at}">${word(random)}</a>`),
  repeated(
    'links out of the site',
    (random) => `<h3><a href="https://${word(random)}.example/">${word(random)} it</a></h3><p>Some words of text here.</p>`,
  ),
  repeated(
    'links to profiles',
    (random) => `<a href="https://twitter.com/${word(random)}">follow</a><a href="https://github.com/${word(random)}/x">x</a>`,
  ),
  repeated('links to hosts of combining marks', () => `<a href="https://a${'\u0315\u0300\u05ae\u0062'.repeat(80)}.example/">x</a>`),
  repeated('links to places on the page', (random, at) => `<h3><a href="#q${at}">What is ${word(random)}?</a></h3>`),
  repeated(
    'pictures without end',
    (random, at) => `<img src="/logo${'-1'.repeat(40)}-${word(random)}.${at}" alt="logo logo ${word(random)}">`,
  ),
  repeated(
    'videos and frames',
    (random) => `<iframe src="https://youtube.com/watch?${'a=&'.repeat(50)}v=${word(random)}"></iframe><video src="x.mp4"></video>`,
  ),
];

const HEADS: HostileInput[] = [
  inHead('meta tags without end', (random, bytes) =>
    fill(bytes, () => `<meta name="description" content="bootstrap ${word(random)} template">`),
  ),
  inHead(
    'a title of parts',
    (_, bytes) => `<meta property="og:title" content="${'Acme – | : · '.repeat(150)}"><title>${fill(bytes, () => ' | –')}</title>`,
  ),
  inHead('icons without end', (_, bytes) => fill(bytes, (at) => `<link rel="icon" sizes="${at}x${at}" href="/${at}.png">`)),
  inHead('blocks of structured data', (random, bytes) =>
    fill(bytes, () =>
      data(
        `{"@type":"Organization","name":"${personName(random)}","founder":"${personName(random)}","sameAs":["https://x.com/${word(random)}"]}`,
      ),
    ),
  ),
  inHead('structured data nested without end', (_, bytes) => data(`${'[{"a":'.repeat(bytes / 9)}1${'}]'.repeat(bytes / 9)}`)),
  inHead('structured data of many objects', (random, bytes) =>
    data(`[${fill(bytes, () => `{"@type":"Question","name":"What is ${word(random)}?","acceptedAnswer":{"text":"It is <b>so</b>."}},`)}0]`),
  ),
  inHead('structured data of many places', (random, bytes) =>
    fill(bytes, () =>
      data(
        `{"@type":"Organization","url":"https://${word(random)}.example","address":{"@type":"PostalAddress","addressLocality":"${word(random)}"}}`,
      ),
    ),
  ),
  inHead('structured data of commas and white space', (_, bytes) => data(`[1,${fill(bytes, () => ' \n,\t')}`)),
  inHead('structured data of long keywords', (random, bytes) =>
    data(`{"@type":"WebSite","keywords":"${fill(bytes, () => `${word(random)} , ; `)}"}`),
  ),
];

const WORDS: HostileInput[] = [
  repeated('headings without end', (random, at) => `<h${1 + (at % 6)}>${word(random)} features</h${1 + (at % 6)}>`),
  repeated('cards made alike', (random) => `<div class="card"><h3>Fast ${word(random)}</h3><p>It does some good things for you.</p></div>`),
  page('columns in columns', (_, bytes) =>
    fill(bytes, () => `<section>${'<div><div><h3>Fast sync here</h3><p>It syncs all of your notes.</p></div></div>'.repeat(30)}</section>`),
  ),
  page('a list without end', (random, bytes) => `<h2>Features</h2><ul>${fill(bytes, () => `<li>Fast ${word(random)} sync</li>`)}</ul>`),
  repeated('the same sentence', () => '<p>Acme was founded in 2015 by Ada Lovelace and Charles Babbage in Berlin.</p>'),
  repeated('prices', (random) => `<h3>Pro</h3><p>$${Math.floor(random() * 99)} per month</p>`),
  text('prices in one block', (random) => `$${Math.floor(random() * 99)} per month, 0 € free trial, 5 % commission `),
  text('digits and marks', (random) => pick(random, ['1', '000', ' ', '.', ',', '$', '€', "'"])),
  repeated('founders', (random) => `<p>${personName(random)}, Founder</p>`),
  text('names in one block', (random) => `${personName(random)} van de `),
  text('capitals in one block', () => 'A. B.-'),
  text('founders in one block', (random) => `${personName(random)} is the founder of ${personName(random)}, `),
  text('years of founding in one block', (random) => `founded established since ${1900 + Math.floor(random() * 125)} `),
  repeated(
    'post codes',
    (random) => `<address>${personName(random)} Street 5<br>${10_000 + Math.floor(random() * 80_000)} ${personName(random)}</address>`,
  ),
  text('seats in one block', (random) => `we are based in ${word(random)} and `),
  page('copyright lines', (random, bytes) => `<footer>${fill(bytes, () => `<p>© 2024 ${personName(random)}</p>`)}</footer>`),
  text('towns in one block', (random) => `${personName(random)} am ${personName(random)}, CA 94${Math.floor(random() * 1000)} `),
  repeated(
    'mail addresses',
    (random) => `<a href="mailto:${word(random)}@${word(random)}.example">${word(random)}@${word(random)}.example</a>`,
  ),
  text('mail addresses in one block', (random) => `${word(random)}.${word(random)}@${word(random)}.example [at] (dot) `),
  text('half mail addresses', (random) => pick(random, ['a', 'a.', 'a@', '@', 'a-a.', 'a%'])),
  text('letters for a mail address without its sign', () => 'a.b-c_d'),
  repeated('questions', (random) => `<h3>How does ${word(random)} work?</h3><p>It works well and without any ${word(random)}.</p>`),
  repeated('question marks', () => '<p>? ?? Why us?</p>'),
  repeated('quotations', (random) => `<p>“${word(random)} is great” – ${personName(random)}, CEO of ${word(random)}</p>`),
  text('orders to a machine', (random) =>
    pick(random, ['ignore ', 'instructions ', 'set the name ', 'to ', 'you are now ', 'new ', 'forget all ']),
  ),
  text('beginnings of patterns', (random) =>
    pick(random, [
      'subscribe ',
      'sign up ',
      'bootstrap ',
      'html ',
      'with ',
      'in ',
      'pro ',
      'first 3 days ',
      'free ',
      'for the ',
      '{{',
      '[[',
      '{%',
      '<%',
    ]),
  ),
  text('countries and languages', (random) =>
    pick(random, ['Germany ', 'United ', 'New ', 'South ', '日本', '中国', 'ประเทศไทย', 'USA, ']),
  ),
  text('one word without an end', () => 'abcdefghij'),
  text('one word of capitals', () => 'ABCDEFGHIJ'),
  text('a letter with marks without end', () => '\u0301\u0323'),
  text('letters with marks', (random) => `${word(random)}\u0301\u0323`),
  text('unspaced script', (random) => String.fromCodePoint(0x4e00 + Math.floor(random() * 0x5000))),
  text('white space', () => '\u00a0 \u2003\t\n'),
  text('nothing that is seen', () => '\u200b\u200d\u00ad\u202e\u2066'),
  text('marks of sentences', (random) => pick(random, ['. ', '! ', '? ', '.', ', ', ' – ', ' | ', ': ', '…'])),
  text('pictures as letters', () => '👩‍👩‍👧‍👦✓🏽'),
  text('halves of letters', () => '&#xd83d;x'),
  text('slashes', (random) => pick(random, ['/', '//', 'http://', 'www.', 'a/', '../'])),
  text('quotation marks', (random) => pick(random, ['"', '“', '’', '«', '" ', ': "'])),
  text('brackets', (random) => pick(random, ['(', '[', '{', '<', ' at ', ')', ']'])),
];

const PAGES = [...STRUCTURE, ...TAGS, ...HEADS, ...WORDS];

/** Parts of other hostile pages in any order, cut anywhere. */
const MIXED: HostileInput = page('parts of all of these', (random, bytes) =>
  fill(bytes, () => {
    const part = String(pick(random, PAGES).make(random, Math.min(bytes, 2000)));
    return part.slice(Math.floor((random() * part.length) / 2), part.length - Math.floor((random() * part.length) / 2));
  }),
);

/** Pages, robots files, sitemaps and images made to be slow, large or broken. Run them with a new seed each time. */
export const HOSTILE: readonly HostileInput[] = [...PAGES, MIXED, ...HOSTILE_FILES];
