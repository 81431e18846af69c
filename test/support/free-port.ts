import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports: what is free now is still free a moment later. */
const [FIRST, LAST] = [10_000, 32_000];

/** Finds a free port, for servers that need their port in advance. */
export const freePort = async (): Promise<number> => {
  const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
  const server = createServer();
  const taken = await once(server.listen(port, '127.0.0.1'), 'listening').then(
    () => false,
    () => true,
  );
  if (taken) return freePort();
  await new Promise((closed) => server.close(closed));
  return port;
};
