import { fold } from '../../../kernel/words.ts';
import { finderOf, termsOf } from './terms.ts';

const HAN =
  /^(?:\p{sc=Han}{2,4}|\p{sc=Han}{1,3}[ ・]\p{sc=Han}{1,3}|\p{sc=Hangul}{2,5}|\p{sc=Hangul}{1,2} \p{sc=Hangul}{1,3}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]{1,8}[ ・＝][\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー・ ]{1,12})$/u;
const NAME_WORD = /^(?:\p{L}[\p{L}\p{M}]*(?:['’ʼ\u200c-]\p{L}[\p{L}\p{M}]*)*\.?|\p{Lu}\.(?:-?\p{Lu}\.)*)$/u;
const PARTICLES = new Set(
  'van von de del della der den des da di do dos das du la le las los el al bin bint ibn ben ter ten te zu zum zur y e i af av und and'.split(
    ' ',
  ),
);

/** Words that make a name something else than a person's: firms, roles, headings. */
const noPersonFound = finderOf(
  termsOf(
    'GmbH, Inc, LLC, Ltd, Limited, Corp, Corporation, Company, SARL, SpA, Srl, ApS, Kft, PLC, Pty, ООО, ТОВ',
    'Group, Holding, Ventures, Capital, Partners, Studio, Studios, Labs, Foundation, University, Institute, School, Agency, Team, Software, Systems, Technologies, Solutions, Services, Media, Digital, Games',
    'founder, founders, co-founder, cofounder, CEO, CTO, COO, CFO, CMO, CPO, chief, officer, director, manager, president, chairman, engineer, developer, designer, head of, owner, partner, advisor, adviser, investor, product, marketing',
    'Gründer*, Geschäftsführer*, Inhaber*, Entwickler*, fundador*, fondateur*, fondatrice*, fondatore*, directeur, gérant, dirección, oprichter',
    'about, about us, our, the, our story, meet, contact, read more, learn more, learn, view, privacy, policy, terms, sign in, log in, welcome, hello, blog, pricing, features, all rights, reserved, über uns, impressum, kontakt, unser*, nuestro*, notre, nos, nuestra*',
    'January, February, July, September, October, November, December, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday, Avenue, Straße',
  ),
);

/** Kinds of firms that are words or names in small letters. */
const FIRM = /(?<!\p{L})(?:AG|UG|KG|SA|SAS|SL|AB|AS|OY|NV|BV|S\.A\.|S\.L\.|B\.V\.|A\/S|e\.V\.|s\.r\.o\.|z o\.o\.)(?!\p{L})/u;

/** Signs of an unspaced script that stand for firms, offices, places or mere words. */
const NO_NAME = /[社会店部室市県區区国國年月者员員長们我你的是在有了和]|公司|团队|代表|대표|이사|회사|창업|우리|팀$/u;

/** Whether a text can be a person's name: two to five words in any script, and none that names a firm, a role or a part of a page. */
export const isPersonName = (name: string): boolean => {
  if (/\p{N}/u.test(name) || name.length > 80 || FIRM.test(name) || noPersonFound(name).length > 0) return false;
  if (HAN.test(name)) return !NO_NAME.test(name);
  const words = name.replace(/,? (?:PhD|Ph\.D\.|MSc|MBA|MD|Jr\.?|Sr\.?|II|III)$/, '').split(' ');
  if (words.length < 2 || words.length > 5 || !words.every((word) => NAME_WORD.test(word))) return false;
  const full = words.filter((word) => !PARTICLES.has(word));
  return full.length >= 2 && full.every((word) => !/^\p{Ll}/u.test(word)) && words.some((word) => word.replace(/\P{L}/gu, '').length > 1);
};

/** Whether two names are the same, however they are written. */
export const sameName = (a: string, b: string): boolean =>
  fold(a).replace(/[^\p{L}\p{N}]/gu, '') === fold(b).replace(/[^\p{L}\p{N}]/gu, '');
