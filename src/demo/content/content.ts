import type { DemoCategory, DemoPost, DemoProduct, DemoQuestion } from '../types.ts';
import { CRAFT } from './categories/craft.ts';
import { LIFE } from './categories/life.ts';
import { WORK } from './categories/work.ts';
import { EVIDENCE } from './posts/evidence.ts';
import { LAUNCHING } from './posts/launching.ts';
import { VOTES } from './posts/votes.ts';
import { CLIMATE } from './products/climate.ts';
import { DESIGN } from './products/design.ts';
import { EDUCATION_AND_GAMES } from './products/education-and-games.ts';
import { FINANCE } from './products/finance.ts';
import { HARDWARE_AND_SCIENCE } from './products/hardware-and-science.ts';
import { HEALTH } from './products/health.ts';
import { HOME } from './products/home.ts';
import { LOGS_AND_APIS } from './products/logs-and-apis.ts';
import { TESTING_AND_DATA } from './products/testing-and-data.ts';
import { TRAVEL } from './products/travel.ts';
import { WORK_AND_TEAMS } from './products/work.ts';
import { WRITING } from './products/writing.ts';

/** Invented products. All domains end in .example, which nobody can register (RFC 2606). */
export const DEMO_PRODUCTS: DemoProduct[] = [
  ...TESTING_AND_DATA,
  ...LOGS_AND_APIS,
  ...FINANCE,
  ...DESIGN,
  ...WRITING,
  ...EDUCATION_AND_GAMES,
  ...HEALTH,
  ...CLIMATE,
  ...HOME,
  ...TRAVEL,
  ...HARDWARE_AND_SCIENCE,
  ...WORK_AND_TEAMS,
];

/** The category tree in display order. */
export const DEMO_CATEGORIES: DemoCategory[] = [...WORK, ...CRAFT, ...LIFE];

export const DEMO_POSTS: DemoPost[] = [...LAUNCHING, ...EVIDENCE, ...VOTES];

/** Interview questions for founders, in this order. */
export const DEMO_QUESTIONS: DemoQuestion[] = [
  { question: 'What does your product do, in the words you would use to a neighbour?', hint: 'Two or three sentences, no jargon.' },
  { question: 'What were you doing the day you decided to build it?', hint: 'A place and a moment say more than a market.' },
  { question: 'Who is it not for?', hint: 'Naming them helps the right people to recognise themselves.' },
  { question: 'What did people use before, and what do they still miss about it?', hint: null },
  { question: 'What was the first version, and what was embarrassing about it?', hint: 'Old screenshots are welcome as links.' },
  { question: 'Which decision would you make differently today?', hint: 'Tell us what you knew then and what you know now.' },
  { question: 'How does the product earn money, or how will it?', hint: 'Only what you are happy to see published.' },
  { question: 'What is the hardest part that nobody sees?', hint: null },
  { question: 'Which request do you keep saying no to, and why?', hint: 'A good no is often the best description of a product.' },
  { question: 'Who helped, and with what?', hint: 'Ask people before you name them.' },
  { question: 'What will be different in a year if things go well?', hint: 'One change a visitor could check.' },
  { question: 'What would you tell someone launching next week?', hint: 'One piece of advice is better than five.' },
];

/** Prices of the demo site in USD cents without VAT. No real offers. */
export const DEMO_PRICES: Record<string, number> = {
  launch: 4900,
  skip_queue: 2900,
  featured: 9900,
  done_for_you: 14_900,
  launch_bundle: 24_900,
  extra_categories: 1900,
  relaunch: 3900,
  ai_review: 2900,
  billboard_min: 1000,
  trophy_cabinet: 1500,
};

/** An invented seller. */
export const DEMO_SELLER = {
  name: 'Demo seller (no real company)',
  lines: ['1 Example Street', '10115 Berlin'],
  country: 'DE',
  vat_number: null,
  email: null,
};
