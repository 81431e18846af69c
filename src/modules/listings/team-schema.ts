import { OneOf, PAGING, type Static, Strict, T, Text } from '../../kernel/schema.ts';
import { LISTING_STATUSES } from './schema.ts';

export const FindListings = Strict({ q: T.Optional(Text(200)), status: T.Optional(OneOf([...LISTING_STATUSES])), ...PAGING });
export type FindListings = Static<typeof FindListings>;
