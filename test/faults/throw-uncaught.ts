/** Throws an uncaught error in a process of its own, with a server's log: `throw-uncaught.ts exception|rejection [LEVEL]`. */
import pino from 'pino';
import { exitOnUncaught } from '../../src/process/lifecycle.ts';

const [kind, level = 'info'] = process.argv.slice(2);
// Buffered like a server's log: written after some kilobytes or half a second.
const log = pino({ level }, pino.destination({ sync: false, minLength: 4096 }));
exitOnUncaught(log);
// Keeps the process running, like a listening server.
setInterval(() => {}, 1000);
log.info('begun');
setTimeout(() => {
  if (kind === 'exception') throw new Error('nobody catches this');
  void Promise.reject(new Error('nobody catches this'));
}, 10);
