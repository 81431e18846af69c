import words from './rows.json' with { type: 'json' };

const spaced = words.first_person.join('|');
/** A person speaks of themselves, as in a testimonial: "I used to …", "mein Team". Product texts address the reader. */
export const FIRST_PERSON = new RegExp(`(?<![\\p{L}'’-])(?:${spaced})(?![\\p{L}-])|${words.first_person_wide.join('|')}`, 'u');

/** How the first of a few steps begins: "Create your account", "Télécharge l'app". */
export const BEGINS_STEPS = new RegExp(`^(?:${words.first_step.join('|')})(?!\\p{L})|^(?:${words.first_step_wide.join('|')})`, 'iu');
