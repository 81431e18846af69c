import { expect, test } from 'vitest';
import { home, proposedValues } from '../../../support/extraction/proposals.ts';

const featuresOf = (pages: string | Record<string, string>) => proposedValues(pages).features;
const labels = ['Shared weeks', 'Voice input', 'Quiet hours'];
const TOLD = 'Everybody in the house sees what is to be done.';
const card = (label: string, text = TOLD) => `<div class="card"><h3>${label}</h3><p>${text}</p></div>`;
const cards = (...names: string[]) => `<div class="grid">${names.map((name) => card(name)).join('')}</div>`;
const plan = (...items: string[]) =>
  home(
    `<section class="pricing"><div><h3>Studio</h3><p>€9 per month</p><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul></div></section>`,
  );

test.each([
  ['what is bad without it', cards('Planning by hand is slow', 'Incomplete weeks', 'Sharing is complicated')],
  ['what is bad without it, in German', cards('Planung kostet Zeit', 'Zettelwirtschaft im Büro', 'Software ist zu teuer')],
  ['what is bad without it, in Japanese', cards('誰に聞けばいいかわからない', '予定の共有に時間がかかる', '入力が面倒')],
  [
    'problems a headline asks about',
    `<div class="sec-h2">こんな壁、ありませんか？</div>${cards('予定の共有', '音声の入力', '静かな時間')}`,
  ],
  [
    'videos of customers',
    `<p>Preuves</p><h2>Vidéos de démonstration</h2>${cards('ECOLE MOSA - Appel', 'HEI - Impression', 'RIGA - Salle')}`,
  ],
  [
    'articles',
    `<section class="blog"><p>Recursos</p><h2>Guías para talleres</h2>${cards('Semanas y turnos', 'La voz en casa', 'Horas')}</section>`,
  ],
  ['steps of a part', `<h2>How the weekly planner works</h2>${cards(...labels)}`],
  ['permissions', `<div><p>Permissions</p><h2>Only what it needs</h2></div>${cards(...labels)}`],
])('a row of other things: %s', (_, html) => {
  expect(featuresOf(home(html))).toBeUndefined();
});

test('what is bad without the product is dropped from a row, what it does about it stays', () => {
  expect(featuresOf(home(cards('Planning is slow', 'Old lists', 'Weeks are too hard to share', ...labels)))).toEqual(labels);
  // One such word does not make a problem.
  expect(featuresOf(home(cards('Lost items are found', ...labels)))).toEqual(['Lost items are found', ...labels]);
});

test('headlines of people and first steps are no features, even among those that are', () => {
  const section = (title: string) => `<section class="part"><h2>${title}</h2><p>${TOLD}</p><img src="/a.png"></section>`;
  const sections = ['What our users are saying', 'In 3 Schritten startklar', 'Quick start'].map(section).join('');
  expect(featuresOf(home(`<h1>Plan</h1><div>${labels.map(section).join('')}${sections}</div>`))).toEqual(labels);
});

test('how much cheaper a plan is, is no feature of it', () => {
  for (const saving of ['About 58 % cheaper than weekly', 'Rund 79 % günstiger als wöchentlich', 'Save 20 % a year', '20%お得'])
    expect(featuresOf(plan('Shared weeks', saving, 'Voice input'))).toEqual(['Shared weeks', 'Voice input']);
});

test('a word inside another does not make a heading a legal one', () => {
  expect(featuresOf(home(`<h2>Warum deterministische Pläne?</h2>${cards(...labels)}`))).toEqual(labels);
});

test('an ornament between a heading and its text is skipped', () => {
  const part = (label: string) =>
    `<div class="feature"><div><h2>${label}</h2><div><p class="dot">|</p><p>${TOLD}</p></div></div><img src="/a.png"></div>`;
  const available = '<div class="upper"><h2>Available on Linux</h2><a href="/get">Download</a></div>';
  expect(featuresOf(home(`<h1>Plan</h1>${available}<div class="list">${labels.map(part).join('')}</div>`))).toEqual(labels);
});

test('numbers that order announced headlines are not part of them', () => {
  const page = labels.map((label, at) => `<div class="feature"><h2>0${at + 1}. ${label}</h2><p>${TOLD}</p></div>`).join('');
  expect(featuresOf({ '/': home('<h1>Plan</h1>'), '/features': home(`<h1>Unlock your week</h1>${page}`) })).toEqual(labels);
});

test('lines with a tick in an element before them are a list', () => {
  const line = (mark: string, label: string) => `<div class="line"><div class="mark">${mark}</div><span>${label}</span></div>`;
  const lines = (mark: string) =>
    home(`<h2>Your week stays yours</h2><div class="box">${labels.map((one) => line(mark, one)).join('')}</div>`);
  expect(featuresOf(lines('✓'))).toEqual(labels);
  expect(featuresOf(lines('◆'))).toBeUndefined();
});

test('lines of an introduction that each begin with a mark are features', () => {
  const hero = (...lines: string[]) => home(`<section class="hero"><h1>Acme</h1><p>${lines.join('<br>')}</p></section>`);
  const marked = labels.map((label) => `⭐ ${label}`);
  expect(featuresOf(hero(...marked))).toEqual(labels);
  expect(featuresOf(hero(...marked, '<a href="/get">Get started</a>'))).toEqual(labels);
  expect(featuresOf(hero('Our house', ...marked, 'Our garden'))).toBeUndefined();
});

test('a list of cards that only a class calls a menu is a row', () => {
  const list = `<ul class="nav-grid">${labels.map((label) => `<li><a href="/a">${label}</a><p>${TOLD}</p></li>`).join('')}</ul>`;
  expect(featuresOf(home(`<h2>Parts of it</h2>${list}`))).toEqual(labels);
  expect(featuresOf(home(`<nav>${list}</nav>`))).toBeUndefined();
});

test('lines of a mock-up drawn without classes are no features', () => {
  const drawn = (line: string) => `<div style="font-size: 12px">${line}</div>`;
  const mock = `<div><div><div>${['Max Kellner', 'Regular since May', 'Harbour House'].map(drawn).join('')}</div></div></div>`;
  expect(featuresOf(home(`<section class="features"><h2>Features</h2>${cards(...labels)}${mock}</section>`))).toEqual(labels);
});

test('screens of the product are no work of others', () => {
  const screens = (name: string) => home(`<section class="${name}"><h2>So sieht Acme aus</h2>${cards(...labels)}</section>`);
  expect(featuresOf(screens('app-showcase'))).toEqual(labels);
  expect(featuresOf(screens('customer-showcase'))).toBeUndefined();
});

test('a page about marketing with the product may list what it brings', () => {
  const pages = (path: string) => ({
    '/': home(`<h1>Plan</h1><a href="${path}">More</a>`),
    [path]: home(`<h1>More</h1><h2>Benefits</h2>${labels.map((label) => `<p class="big">${label}</p>`).join('')}`),
  });
  expect(featuresOf(pages('/marketing'))).toEqual(labels);
  expect(featuresOf(pages('/market-research'))).toBeUndefined();
});

test('a few numbered items count where the headline directly above announces them, not one far above', () => {
  const steps = (title: string) =>
    home(`<h1>Features</h1><h2>${title}</h2>${labels.map((label, at) => `<div>0${at + 1}</div>${card(label)}`).join('')}`);
  const pages = (title: string) => ({ '/': home('<h1>Plan</h1>'), '/features': steps(title) });
  expect(featuresOf(pages('Six benefits'))).toEqual(labels);
  expect(featuresOf(pages('Manage your licences'))).toBeUndefined();
});

test('crumbs, question words and pages of resources name no features', () => {
  const resources = home(`<h1>Everything you need</h1>${cards('Code reference', 'Recorded lessons', 'Ask a person')}`);
  expect(featuresOf({ '/': home(cards(...labels)), '/resources': resources })).toEqual(labels);
  expect(featuresOf(home(`<h2>Features</h2>${cards(...labels, 'Why', '› Features')}`))).toEqual(labels);
});

test('a label that each item of a row repeats is no feature', () => {
  const check = (text: string) => `<div class="check"><p>${text}</p><div class="what"><b>What we check:</b> ${TOLD}</div></div>`;
  expect(featuresOf(home(`${cards(...labels)}<h2>The checks</h2>${['One', 'Two', 'Three'].map(check).join('')}`))).toEqual(labels);
});
