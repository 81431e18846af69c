import { readWords } from './cli/words.ts';
import { readConfig } from './config.ts';
import { reportFailure } from './process/lifecycle.ts';

const asked = readWords(process.argv.slice(2));

if ('text' in asked) console.log(asked.text);
else if ('error' in asked) {
  console.error(asked.error);
  process.exitCode = 2;
} else {
  try {
    await asked.command.run(readConfig(process.env), asked.args);
  } catch (error) {
    reportFailure(error);
  }
}
await new Promise((written) => process.stdout.write('', written));
// Exit even if something is still open, such as a connection to a server that does not answer.
process.exit();
