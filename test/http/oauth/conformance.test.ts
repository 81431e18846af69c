import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { Application, newPerson } from '../../support/http/oauth.ts';
import { useServer } from '../../support/server.ts';

const server = useServer({ demo: false });

test.each(['2026-07-28', '2025-11-25'])('the conformance suite’s authorization command passes at %s', async (version) => {
  const port = await freePort();
  const person = await newPerson(server);
  const application = await Application.registered(server.root, { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
  const args = ['authorization', '--url', server.root, '--client-id', application.client_id, '--resource', `${server.root}/mcp`];
  const suite = spawn('node_modules/.bin/conformance', [...args, '-p', String(port), '--spec-version', version], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 280_000,
  });
  const lines: string[] = [];
  suite.stderr.on('data', (text) => lines.push(String(text)));
  const told = createInterface({ input: suite.stdout }).on('line', (line) => {
    lines.push(line);
    // The suite prints the URL for a user with a browser, and then waits.
    if (!line.startsWith('Callback server started')) return;
    const address = lines.findLast((earlier) => earlier.startsWith(`${server.root}/oauth/authorize?`))!;
    void person.answer(address).then((back) => fetch(back));
  });
  const [[status]] = await Promise.all([once(suite, 'exit'), once(told, 'close')]);
  expect(status, lines.join('\n')).toBe(0);
  expect(lines.join('\n')).not.toMatch(/FAILURE|✗/);
  expect(lines.join('\n')).toContain('✓ authorization-code-grant: 1 passed');
});
