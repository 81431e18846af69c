import { describe, expect, test } from 'vitest';
import { embedFor } from '../../src/modules/launches/badge-embed.ts';
import { badgeIn } from '../../src/modules/launches/badge-sighting.ts';
import { ownTimeOf } from '../support/own-time.ts';
import { site } from '../web/samples.ts';

const PAGE = 'https://acme.example/';
const HERE = 'https://launchweek.test/listings/acme';
const PICTURE = 'https://launchweek.test/badges/acme/launching-on.svg';
const link = (href: string, more = '') => `<a href="${href}"${more}>Acme on Launchweek</a>`;
const there = (html: string, page = PAGE) => badgeIn(html, page, site, 'acme');

describe('it is there', () => {
  test.each([
    ['as we gave it', embedFor(site, { slug: 'acme', name: 'Acme "Notes" <b>' })],
    ['in a whole page', `<!doctype html><html><head><title>A</title></head><body><footer>${link(HERE)}</footer></body></html>`],
    ['with a rel of any kind', link(HERE, ' rel="nofollow sponsored ugc noopener noreferrer" target="_blank"')],
    ['by http', link('http://launchweek.test/listings/acme')],
    ['with www', link('https://www.launchweek.test/listings/acme')],
    ['in capitals, as hosts may be', link('HTTPS://LaunchWeek.test/listings/acme')],
    ['with the usual port written out', link('https://launchweek.test:443/listings/acme')],
    ['with a slash at its end', link(`${HERE}/`)],
    ['with words of campaigns', link(`${HERE}?utm_source=badge&amp;ref=acme#vote`)],
    ['without a protocol', link('//launchweek.test/listings/acme')],
    ['with spaces around', link(`\n  ${HERE} `)],
    ['without quotes', `<a href=${HERE}>Acme</a>`],
    ['with slashes escaped, as some templates do', link(HERE.replaceAll('/', '&#x2F;'))],
    ['with escapes of the address', link('https://launchweek.test/listings/%61cme')],
    ['relative to a base', `<base href="https://launchweek.test/listings/">${link('acme')}`],
    ['as a picture alone', `<img src="${PICTURE}" alt="Acme">`],
    ['as a picture of another kind and look', '<img src="//launchweek.test/badges/acme/votes.svg?shape=pill&amp;mode=dark">'],
    ['as a picture that comes later', `<img src="data:image/gif;base64,R0lGOD" data-src="${PICTURE}">`],
    ['as one that comes later by another name', `<img data-lazy-src="${PICTURE}">`],
    ['as one named original', `<img src="/x.gif" data-original="${PICTURE}">`],
    ['by size', `<img srcset="/a.png 1x, ${PICTURE} 2x" src="/a.png">`],
    ['by size, later', `<img data-srcset="${PICTURE} 200w, /b.png 400w">`],
    ['in a picture', `<picture><source srcset="${PICTURE}" media="(prefers-color-scheme: dark)"><img src="/x.png"></picture>`],
    ['for who has no script', `<img class="lazy" src="/x.gif"><noscript><img src="${PICTURE}"></noscript>`],
    ['made smaller on the way', `<img src="/_next/image?url=${encodeURIComponent(PICTURE)}&amp;w=256&amp;q=75">`],
    ['in an SVG', `<svg><image href="${PICTURE}"/></svg>`],
    ['as a link in an SVG', `<svg><a xlink:href="${HERE}"><text>Acme</text></a></svg>`],
    ['drawn by a style, with a name', `<a class="badge" href="${HERE}" aria-label="Acme on Launchweek"></a>`],
    ['linked from a picture of theirs', `<a href="${HERE}"><img src="/own-badge.png"></a>`],
    ['linked from a drawing', `<a href="${HERE}"><svg><path d="M0 0"/></svg></a>`],
    ['nested wrongly', `<table><b><p>${link(HERE)}</table></i>`],
    ['in a details that is closed', `<details><summary>More</summary>${link(HERE)}</details>`],
    ['after much', `${'<p>Words</p>'.repeat(20_000)}${link(HERE)}`],
    ['behind an opacity that is not nothing', `<div style="opacity:0.8">${link(HERE)}</div>`],
    ['in a map', `<map><area href="${HERE}" shape="rect"></map>`],
  ])('%s', (_how, html) => expect(there(html)).toBe(true));
});

describe('it is not there', () => {
  test.each([
    ['in an empty page', ''],
    ['of another listing', link(`${HERE}-notes`)],
    ['of another listing, as a picture', '<img src="https://launchweek.test/badges/acme-notes/launching-on.svg">'],
    ['as a picture of a kind that is none', '<img src="https://launchweek.test/badges/acme/best-ever.svg">'],
    ['as any page of ours', link('https://launchweek.test/')],
    ['as a page beside the listing', link(`${HERE}/alternatives`)],
    ['on another host', link('https://launchweek.test.evil.example/listings/acme')],
    ['behind a name that only looks so', link('https://launchweek.test@evil.example/listings/acme')],
    ['on another port', link('https://launchweek.test:8443/listings/acme')],
    ['as a path of their own', link('/listings/acme')],
    ['named in another’s address', link(`https://evil.example/?to=${encodeURIComponent(HERE)}`)],
    ['as words', `<p>${HERE}</p>`],
    ['in a comment', `<!-- ${link(HERE)} -->`],
    ['in a comment of old browsers', `<!--[if IE]>${link(HERE)}<![endif]-->`],
    ['in a template', `<template>${link(HERE)}</template>`],
    ['in a script', `<script>document.write('${link(HERE)}')</script>`],
    ['in a style', `<style>${link(HERE)}</style>`],
    ['in a text box', `<textarea>${embedFor(site, { slug: 'acme', name: 'Acme' })}</textarea>`],
    ['in the title', `<title>${link(HERE)}</title>`],
    ['escaped, as an example', '&lt;a href="https://launchweek.test/listings/acme"&gt;Acme&lt;/a&gt;'],
    ['as a link of the head', `<link rel="alternate" href="${HERE}">`],
    ['as a meta', `<meta property="og:image" content="${PICTURE}">`],
    ['hidden', `<div hidden>${link(HERE)}</div>`],
    ['hidden by a style', link(HERE, ' style="display: none"')],
    ['hidden further up', `<div style="color:red;display:none!important"><p>${link(HERE)}</p></div>`],
    ['invisible', `<div style="visibility:hidden">${link(HERE)}</div>`],
    ['seen through', `<div style="opacity: 0">${link(HERE)}</div>`],
    ['seen through to the last place', `<div style="opacity:0.00">${link(HERE)}</div>`],
    ['without anything to click on', `<a href="${HERE}"></a><a href="${HERE}"> <span> </span></a>`],
    ['around what is hidden', `<a href="${HERE}"><span hidden>Acme</span></a>`],
    ['as a dot', `<img src="${PICTURE}" width="1" height="1">`],
    ['around a dot', `<a href="${HERE}"><img src="/x.gif" width="0"></a>`],
    ['in a dialog that is closed', `<dialog>${link(HERE)}</dialog>`],
    ['by mail', link('mailto:hello@launchweek.test')],
    ['with a broken address', '<a href="https://[launchweek.test/listings/acme">x</a><img src="http://%zz/"><a>x</a>'],
    ['behind an escape that is none', link('https://launchweek.test/listings/acme%E0%A4%A')],
    ['relative to a base elsewhere', `<base href="https://elsewhere.example/">${link('/listings/acme')}`],
  ])('%s', (_how, html) => expect(there(html)).toBe(false));

  test('though a base that is none leaves relative addresses to the page', () => {
    const html = `<base href="javascript:1"><a href="/listings/acme">x</a>`;
    expect(there(html)).toBe(false);
    expect(there(html, 'https://launchweek.test/')).toBe(true);
  });
});

const MB = 1024 * 1024;

test.each([
  ['nested without end', '<div>'.repeat((2 * MB) / 5)],
  ['links never closed', '<a href=x>'.repeat(MB / 5)],
  ['formatting never closed', '<b><i><p>'.repeat(MB / 5)],
  ['ends without beginnings', `${'<b>'.repeat(MB / 3)}${'</i>'.repeat(MB / 4)}`],
  ['one tag without end', `<img ${'a '.repeat(MB)}`],
  ['data without end', `<img data-x="${'a, '.repeat(MB / 2)}">`],
  ['links around everything', `<a href="${HERE}">${'<span></span>'.repeat(100_000)}</a>`],
])('a page of two megabytes is read in bounded time: %s', (_how, html) => {
  expect(ownTimeOf(() => there(html))).toBeLessThan(10_000);
});
