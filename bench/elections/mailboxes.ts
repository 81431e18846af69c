import type { Chance } from '../support/random.ts';
import { between, isLikely, pickWeighted } from './draws.ts';

const GIVEN =
  'ada alex amir ana anna ben bo carla chen chris dana david diego ella emil emma eva felix fatima george hana hugo ines ivan jan jana joao jonas julia kai karl kim lara lea leo lin lucas luis maja maria mark marta max mei mia milan mohamed nadia nina noah olga omar paul petra priya rahul raj rosa sam sara sofia tom uma vera wei yuki zoe'.split(
    ' ',
  );
const FAMILY =
  'adams ahmed alvarez bauer becker brown carter chen costa cruz davis diaz evans fischer garcia gupta hansen ito jansen johnson jones kaur khan kim klein kowalski kumar larsen lee li lopez martin meyer miller moreau muller nguyen novak ortiz park patel perez petrov popov rossi roy santos sato schmidt silva singh smith suzuki tanaka torres tran wagner wang weber white wilson wright yilmaz young zhang'.split(
    ' ',
  );
const SYLLABLES =
  'al an ar be bo ca ce co da de di el en fa fi ga go ha hi in ka ko la le li lo ma me mi mo na no or pa pe pi ra re ri ro sa se si so ta te ti to va ve vi vo wa za ze zo'.split(
    ' ',
  );

const letters = (chance: Chance, n: number): string => Array.from({ length: n }, () => String.fromCharCode(97 + chance.below(26))).join('');

/** As people name their mailboxes: a name, often with a number. */
export const drawLocalPart = (chance: Chance): string => {
  const [given, family] = [chance.of(GIVEN), chance.of(FAMILY)];
  const number = isLikely(chance, 0.6) ? String(between(chance, 1, 9999)) : letters(chance, 2);
  return chance.of([
    `${given}.${family}${number}`,
    `${given}${family}${number}`,
    `${given[0]}${family}${number}`,
    `${given}_${number}${letters(chance, 2)}`,
  ]);
};

/** As a script names them. */
export const drawRandomPart = (chance: Chance): string => letters(chance, between(chance, 8, 12)) + between(chance, 0, 99);

export const drawDomain = (chance: Chance, endings = ['com', 'io', 'co', 'de', 'fr', 'net', 'org', 'dev', 'app']): string =>
  `${Array.from({ length: between(chance, 3, 5) }, () => chance.of(SYLLABLES)).join('')}.${chance.of(endings)}`;

/** Names are unique by chance alone; the number of the mailbox makes sure. */
let mailboxes = 0;
const unique = (local: string): string => {
  mailboxes += 1;
  return `${local}${mailboxes.toString(36)}`;
};

/** Each block of weeks begins again, so that it is the same whichever process runs it. */
export const restartMailboxes = (): void => {
  mailboxes = 0;
};

/**
 * Where people have their mail. Assumption, after the market shares that senders of newsletters publish: more than half at Gmail, one in
 * eight at work.
 */
const PROVIDERS = [
  ['gmail.com', 58],
  ['outlook.com', 5],
  ['hotmail.com', 5],
  ['icloud.com', 6],
  ['yahoo.com', 5],
  ['proton.me', 3],
  ['fastmail.com', 0.5],
  ['gmx.de', 1],
  ['web.de', 0.5],
  ['qq.com', 1],
  ['mail.ru', 1],
  ['naver.com', 0.5],
  ['orange.fr', 0.5],
  ['company', 12],
  ['own', 1],
] as const;

export const drawMailbox = (chance: Chance): string => {
  const provider = pickWeighted(chance, PROVIDERS);
  if (provider === 'own') return drawOwnMailbox(chance);
  return `${unique(drawLocalPart(chance))}@${provider === 'company' ? drawDomain(chance) : provider}`;
};

export const mailboxAt = (chance: Chance, domain: string): string => `${unique(drawLocalPart(chance))}@${domain}`;

/** A person with a domain: me@, hi@ or the name. */
export const drawOwnMailbox = (chance: Chance): string => {
  const domain = drawDomain(chance);
  return `${chance.of(['me', 'hi', 'hello', 'mail', chance.of(GIVEN)])}@${unique(domain.split('.')[0]!)}.${domain.split('.')[1]}`;
};

export const drawPlusMailbox = (chance: Chance): string =>
  `${unique(drawLocalPart(chance))}+${chance.of(['launchweek', 'launches', 'spam', 'news', 'lw', 'signup'])}@${chance.of(['gmail.com', 'gmail.com', 'fastmail.com', 'outlook.com', 'icloud.com', 'proton.me'])}`;

/** Addresses that forward to a mailbox nobody sees: a different one for each site. */
export const drawRelayMailbox = (chance: Chance): string =>
  `${unique(drawRandomPart(chance))}@${chance.of(['privaterelay.appleid.com', 'privaterelay.appleid.com', 'icloud.com', 'duck.com', 'mozmail.com', 'simplelogin.com'])}`;

/** As members of chat servers give them: Hide My Email and Firefox Relay, a different address for each site. */
export const drawHiddenMailbox = (chance: Chance): string =>
  isLikely(chance, 0.65)
    ? `${unique(`${chance.of(SYLLABLES)}${chance.of(SYLLABLES)}_${chance.of(SYLLABLES)}${chance.of(['.', '-', '_'])}0`)}@${chance.of(['icloud.com', 'privaterelay.appleid.com'])}`
    : `${unique(drawRandomPart(chance))}@${chance.of(['mozmail.com', 'mozmail.com', 'duck.com'])}`;

/** Mail providers that are large in one country only. */
export const NATIONAL_PROVIDERS = [
  'naver.com',
  'qq.com',
  'mail.ru',
  'web.de',
  'orange.fr',
  'seznam.cz',
  'wp.pl',
  'uol.com.br',
  'libero.it',
];

/** How the addresses of one mailbox are spelled at providers that deliver all of them to it. */
type Spelling = (local: string, at: number, chance: Chance) => string;

const SPELLINGS = {
  /** Gmail ignores dots and what follows a plus, and has two domains. */
  gmail: (local, at, chance) => {
    let bits = at + 1;
    const dotted = [...local].reduce((text, char) => {
      const dot = bits & 1;
      bits >>= 1;
      return text + (dot ? '.' : '') + char;
    });
    return `${dotted}${isLikely(chance, 0.3) ? `+${letters(chance, 4)}` : ''}@${chance.of(['gmail.com', 'googlemail.com'])}`;
  },
  /** Fastmail takes a plus and, at one's own subdomain, anything before the @. */
  fastmail: (local, at, chance) =>
    isLikely(chance, 0.5) ? `${local}+${letters(chance, 5)}${at}@fastmail.com` : `${letters(chance, 7)}${at}@${local}.fastmail.com`,
  /** Proton ignores dots, dashes and underscores, and has four domains. */
  proton: (local, at, chance) => {
    const cut = 1 + (at % (local.length - 1));
    const spelled = `${local.slice(0, cut)}${chance.of(['.', '-', '_'])}${local.slice(cut)}`;
    return `${isLikely(chance, 0.5) ? spelled : local}+${letters(chance, 3)}${at}@${chance.of(['proton.me', 'protonmail.com', 'pm.me', 'protonmail.ch'])}`;
  },
  outlook: (local, at, chance) => `${local}+${letters(chance, 4)}${at}@${chance.of(['outlook.com', 'hotmail.com'])}`,
  icloud: (local, at, chance) => `${local}+${letters(chance, 4)}${at}@${chance.of(['icloud.com', 'me.com'])}`,
  /** Yahoo's throw-away addresses: a fixed name, a dash and a word. */
  yahoo: (local, at, chance) => `${local}-${letters(chance, 4)}${at}@yahoo.com`,
} as const satisfies Record<string, Spelling>;

export type SpellingProvider = keyof typeof SPELLINGS;

export const spellMailbox = (provider: SpellingProvider, chance: Chance): ((at: number) => string) => {
  const local = `${chance.of(GIVEN)}${chance.of(FAMILY)}${letters(chance, 6)}`;
  return (at) => SPELLINGS[provider](local, at, chance);
};

/** Providers of throw-away mailboxes that every list names. */
const KNOWN_DISPOSABLE = [
  'mailinator.com',
  'guerrillamail.com',
  '10minutemail.com',
  'yopmail.com',
  'temp-mail.org',
  'sharklasers.com',
  'trashmail.com',
  'getnada.com',
];

export const drawDisposable = (chance: Chance): string => `${unique(drawRandomPart(chance))}@${chance.of(KNOWN_DISPOSABLE)}`;

/** Accounts that shops sell by the hundred, at providers that ask for little. */
const SOLD = ['outlook.com', 'outlook.com', 'hotmail.com', 'hotmail.com', 'gmx.de', 'mail.ru', 'rambler.ru', 'yahoo.com'];

export const drawSoldMailbox = (chance: Chance): string =>
  `${unique(isLikely(chance, 0.6) ? drawLocalPart(chance) : drawRandomPart(chance))}@${chance.of(SOLD)}`;
