import type { Sql, TransactionSql } from 'postgres';

/** What SQL is sent through: the pool, or a transaction under way. */
export type Db = Sql | TransactionSql;
