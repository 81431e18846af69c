import { readWords } from './cli/words.ts';
import { readConfig } from './config.ts';
import { reportFailure } from './process/lifecycle.ts';

const request = readWords(process.argv.slice(2));

if ('text' in request) console.log(request.text);
else if ('error' in request) {
  console.error(request.error);
  process.exitCode = 2;
} else {
  try {
    await request.command.run(readConfig(process.env), request.args);
  } catch (error) {
    reportFailure(error);
  }
}
await new Promise((written) => process.stdout.write('', written));
// Exit even if something is still open, such as a connection to a server that does not answer.
process.exit();
