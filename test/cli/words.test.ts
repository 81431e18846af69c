import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { readWords } from '../../src/cli/words.ts';
import { readConfig } from '../../src/config.ts';

test('without a command, and with a word for help, the usage of all commands is printed', () => {
  const help = readWords([]) as { text: string };
  for (const name of ['serve', 'work', 'migrate', 'backup', 'restore', 'recount', 'user create'])
    expect(help.text).toMatch(new RegExp(`^  ${name} +\\w`, 'm'));
  for (const word of ['--help', '-h', 'help']) expect(readWords([word])).toEqual(help);
});

test('the usage of one command is printed', () => {
  expect(readWords(['user', 'create', '--help'])).toEqual({ text: expect.stringMatching(/^usage: launchweek user create --email E/) });
  expect(readWords(['help', 'restore'])).toEqual({ text: expect.stringMatching(/^usage: launchweek restore FILE/) });
});

test('a command of one word or two gets the words after it, and an unknown one is reported with the usage', () => {
  expect(readWords(['backup', 'a.backup', '--without-pictures'])).toEqual({
    command: COMMANDS.backup,
    args: ['a.backup', '--without-pictures'],
  });
  expect(readWords(['user', 'create', '--admin'])).toEqual({ command: COMMANDS['user create'], args: ['--admin'] });
  expect(readWords(['dance'])).toEqual({ error: expect.stringMatching(/^There is no command "dance"\..*usage: launchweek COMMAND/s) });
  expect(readWords(['user', 'dance'])).toEqual({ error: expect.stringMatching(/^There is no command "user dance"/) });
});

test('a command without what it needs says its usage', async () => {
  await expect(COMMANDS.backup!.run(readConfig({}), [])).rejects.toThrow(/^usage: launchweek backup FILE \[--without-pictures\]$/);
  await expect(COMMANDS['user create']!.run(readConfig({}), [])).rejects.toThrow(/user create --email/);
});
