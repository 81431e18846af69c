import { COMMANDS, commandHelp, helpText } from './cli/commands.ts';
import { readConfig } from './config.ts';
import { reportFailure } from './process/lifecycle.ts';

const HELP = ['help', '--help', '-h'];

const words = process.argv.slice(2);
const wants_help = words.length === 0 || HELP.includes(words[0]!);
const [first = '', second = ''] = words[0] === 'help' ? words.slice(1) : words;
const name = [`${first} ${second}`, first].find((candidate) => Object.hasOwn(COMMANDS, candidate));
const args = words.slice(name?.split(' ').length);

if (name && (words[0] === 'help' || args.some((arg) => arg === '--help' || arg === '-h'))) console.log(commandHelp(COMMANDS[name]!));
else if (wants_help) console.log(helpText());
else if (!name) {
  console.error(`There is no command "${words.join(' ')}".\n${helpText()}`);
  process.exitCode = 2;
} else {
  try {
    await COMMANDS[name]!.run(readConfig(process.env), args);
  } catch (error) {
    reportFailure(error);
  }
}
await new Promise((written) => process.stdout.write('', written));
// Exit even if something is still open, such as a connection to a server that does not answer.
process.exit();
