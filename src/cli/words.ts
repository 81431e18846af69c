import type { Command } from './command.ts';
import { COMMANDS, commandHelp, helpText } from './commands.ts';

const HELP = ['help', '--help', '-h'];

/** What the words of a command line ask for: a command, a text to print, or what does not exist. */
export const readWords = (words: string[]): { command: Command; args: string[] } | { text: string } | { error: string } => {
  const wants_help = words.length === 0 || HELP.includes(words[0]!);
  const [first = '', second = ''] = words[0] === 'help' ? words.slice(1) : words;
  const name = [`${first} ${second}`, first].find((candidate) => Object.hasOwn(COMMANDS, candidate));
  const args = words.slice(name?.split(' ').length);
  if (name && (words[0] === 'help' || args.some((arg) => arg === '--help' || arg === '-h'))) return { text: commandHelp(COMMANDS[name]!) };
  if (wants_help) return { text: helpText() };
  return name ? { command: COMMANDS[name]!, args } : { error: `There is no command "${words.join(' ')}".\n${helpText()}` };
};
