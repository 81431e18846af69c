import { describe, expect, test } from 'vitest';
import { hasBadge } from '../../../../src/modules/launches/badges/parsers.ts';
import { buildFreePlanEmbed } from '../../../../src/modules/listings/badges/render.ts';
import { measureCpuTime } from '../../../support/own-time.ts';
import { site } from '../../../support/web/samples/listings.ts';

const PAGE = 'https://acme.example/';
const LISTING_URL = 'https://launchweek.test/listings/acme';
const PICTURE = 'https://launchweek.test/badges/acme/launching-on.svg';
const link = (href: string, more = '') => `<a href="${href}"${more}>Acme on Launchweek</a>`;
const showsBadge = (html: string, page = PAGE) => hasBadge(html, page, site, 'acme');

describe('the badge is found', () => {
  test.each([
    ['as our embed code', buildFreePlanEmbed(site, { slug: 'acme', name: 'Acme "Notes" <b>' })],
    ['in a whole page', `<!doctype html><html><head><title>A</title></head><body><footer>${link(LISTING_URL)}</footer></body></html>`],
    ['with a rel of any kind', link(LISTING_URL, ' rel="nofollow sponsored ugc noopener noreferrer" target="_blank"')],
    ['by http', link('http://launchweek.test/listings/acme')],
    ['with www', link('https://www.launchweek.test/listings/acme')],
    ['with a host in capitals', link('HTTPS://LaunchWeek.test/listings/acme')],
    ['with the default port', link('https://launchweek.test:443/listings/acme')],
    ['with a trailing slash', link(`${LISTING_URL}/`)],
    ['with campaign parameters', link(`${LISTING_URL}?utm_source=badge&amp;ref=acme#vote`)],
    ['without a protocol', link('//launchweek.test/listings/acme')],
    ['with spaces around', link(`\n  ${LISTING_URL} `)],
    ['without quotes', `<a href=${LISTING_URL}>Acme</a>`],
    ['with escaped slashes', link(LISTING_URL.replaceAll('/', '&#x2F;'))],
    ['with a percent-encoded path', link('https://launchweek.test/listings/%61cme')],
    ['relative to a base', `<base href="https://launchweek.test/listings/">${link('acme')}`],
    ['as an image alone', `<img src="${PICTURE}" alt="Acme">`],
    ['as an image of another kind and style', '<img src="//launchweek.test/badges/acme/votes.svg?shape=pill&amp;mode=dark">'],
    ['lazy-loaded by data-src', `<img src="data:image/gif;base64,R0lGOD" data-src="${PICTURE}">`],
    ['lazy-loaded by data-lazy-src', `<img data-lazy-src="${PICTURE}">`],
    ['lazy-loaded by data-original', `<img src="/x.gif" data-original="${PICTURE}">`],
    ['in a srcset', `<img srcset="/a.png 1x, ${PICTURE} 2x" src="/a.png">`],
    ['in a lazy-loaded srcset', `<img data-srcset="${PICTURE} 200w, /b.png 400w">`],
    ['in a picture element', `<picture><source srcset="${PICTURE}" media="(prefers-color-scheme: dark)"><img src="/x.png"></picture>`],
    ['in a noscript element', `<img class="lazy" src="/x.gif"><noscript><img src="${PICTURE}"></noscript>`],
    ['through an image proxy', `<img src="/_next/image?url=${encodeURIComponent(PICTURE)}&amp;w=256&amp;q=75">`],
    ['in an SVG', `<svg><image href="${PICTURE}"/></svg>`],
    ['as a link in an SVG', `<svg><a xlink:href="${LISTING_URL}"><text>Acme</text></a></svg>`],
    ['drawn by CSS, with an aria-label', `<a class="badge" href="${LISTING_URL}" aria-label="Acme on Launchweek"></a>`],
    ['linked from their own image', `<a href="${LISTING_URL}"><img src="/own-badge.png"></a>`],
    ['linked from an inline SVG', `<a href="${LISTING_URL}"><svg><path d="M0 0"/></svg></a>`],
    ['in malformed HTML', `<table><b><p>${link(LISTING_URL)}</table></i>`],
    ['in a closed details element', `<details><summary>More</summary>${link(LISTING_URL)}</details>`],
    ['at the end of a long page', `${'<p>Words</p>'.repeat(20_000)}${link(LISTING_URL)}`],
    ['with a partial opacity', `<div style="opacity:0.8">${link(LISTING_URL)}</div>`],
    ['in an image map', `<map><area href="${LISTING_URL}" shape="rect"></map>`],
  ])('%s', (_how, html) => expect(showsBadge(html)).toBe(true));
});

describe('the badge is not found', () => {
  test.each([
    ['in an empty page', ''],
    ['of another listing', link(`${LISTING_URL}-notes`)],
    ['of another listing, as an image', '<img src="https://launchweek.test/badges/acme-notes/launching-on.svg">'],
    ['as an image of an unknown kind', '<img src="https://launchweek.test/badges/acme/best-ever.svg">'],
    ['as a link to our homepage', link('https://launchweek.test/')],
    ['as a link to a subpage of the listing', link(`${LISTING_URL}/alternatives`)],
    ['on another host', link('https://launchweek.test.evil.example/listings/acme')],
    ['with our host as user name', link('https://launchweek.test@evil.example/listings/acme')],
    ['on another port', link('https://launchweek.test:8443/listings/acme')],
    ['as a path on their own site', link('/listings/acme')],
    ['as a parameter of another address', link(`https://evil.example/?to=${encodeURIComponent(LISTING_URL)}`)],
    ['as plain text', `<p>${LISTING_URL}</p>`],
    ['in a comment', `<!-- ${link(LISTING_URL)} -->`],
    ['in a conditional comment', `<!--[if IE]>${link(LISTING_URL)}<![endif]-->`],
    ['in a template', `<template>${link(LISTING_URL)}</template>`],
    ['in a script', `<script>document.write('${link(LISTING_URL)}')</script>`],
    ['in a style', `<style>${link(LISTING_URL)}</style>`],
    ['in a textarea', `<textarea>${buildFreePlanEmbed(site, { slug: 'acme', name: 'Acme' })}</textarea>`],
    ['in the title', `<title>${link(LISTING_URL)}</title>`],
    ['escaped, as an example', '&lt;a href="https://launchweek.test/listings/acme"&gt;Acme&lt;/a&gt;'],
    ['as a link element', `<link rel="alternate" href="${LISTING_URL}">`],
    ['as a meta tag', `<meta property="og:image" content="${PICTURE}">`],
    ['hidden', `<div hidden>${link(LISTING_URL)}</div>`],
    ['hidden by CSS', link(LISTING_URL, ' style="display: none"')],
    ['in a hidden ancestor', `<div style="color:red;display:none!important"><p>${link(LISTING_URL)}</p></div>`],
    ['invisible', `<div style="visibility:hidden">${link(LISTING_URL)}</div>`],
    ['with opacity 0', `<div style="opacity: 0">${link(LISTING_URL)}</div>`],
    ['with opacity 0.00', `<div style="opacity:0.00">${link(LISTING_URL)}</div>`],
    ['as an empty link', `<a href="${LISTING_URL}"></a><a href="${LISTING_URL}"> <span> </span></a>`],
    ['as a link around hidden content', `<a href="${LISTING_URL}"><span hidden>Acme</span></a>`],
    ['as a 1-pixel image', `<img src="${PICTURE}" width="1" height="1">`],
    ['as a link around a 0-pixel image', `<a href="${LISTING_URL}"><img src="/x.gif" width="0"></a>`],
    ['in a closed dialog', `<dialog>${link(LISTING_URL)}</dialog>`],
    ['as a mail link', link('mailto:hello@launchweek.test')],
    ['with a broken address', '<a href="https://[launchweek.test/listings/acme">x</a><img src="http://%zz/"><a>x</a>'],
    ['with an invalid escape', link('https://launchweek.test/listings/acme%E0%A4%A')],
    ['relative to a base on another site', `<base href="https://elsewhere.example/">${link('/listings/acme')}`],
  ])('%s', (_how, html) => expect(showsBadge(html)).toBe(false));

  test('an invalid base is ignored: relative addresses resolve against the page', () => {
    const html = `<base href="javascript:1"><a href="/listings/acme">x</a>`;
    expect(showsBadge(html)).toBe(false);
    expect(showsBadge(html, 'https://launchweek.test/')).toBe(true);
  });
});

const MB = 1024 * 1024;

test.each([
  ['deeply nested', '<div>'.repeat((2 * MB) / 5)],
  ['unclosed links', '<a href=x>'.repeat(MB / 5)],
  ['unclosed formatting', '<b><i><p>'.repeat(MB / 5)],
  ['end tags without start tags', `${'<b>'.repeat(MB / 3)}${'</i>'.repeat(MB / 4)}`],
  ['one endless tag', `<img ${'a '.repeat(MB)}`],
  ['a huge data attribute', `<img data-x="${'a, '.repeat(MB / 2)}">`],
  ['a link around everything', `<a href="${LISTING_URL}">${'<span></span>'.repeat(100_000)}</a>`],
])('a page of two megabytes is read in bounded time: %s', (_how, html) => {
  expect(measureCpuTime(() => showsBadge(html))).toBeLessThan(10_000);
});
