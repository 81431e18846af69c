import type { Caller, Site } from '../../kernel/context.ts';
import type { House } from '../house.ts';

/** Whom an OAuth access token speaks for at one of our doors, or nobody. */
export const tokenCaller = async (_house: House, _site: Site, _token: string, _door: 'api' | 'mcp'): Promise<Caller | null> => null;
