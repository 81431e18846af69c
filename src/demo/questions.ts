import type { DemoQuestion } from './types.ts';

/** What a founder is asked for the interview on the listing, in this order. */
export const QUESTIONS: DemoQuestion[] = [
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
