/**
 * Uses a database until it is stopped, for tests that kill this process: `use-database.ts DATA_DIR ROLE [NOTE]`. Adds the note, if any, and
 * prints one line of JSON with all notes; with role command it ends there.
 */
import { openDatabase } from '../../src/db/open.ts';

const [data_dir, role, note] = process.argv.slice(2);
// Faster without fsync, for tests that do not kill the database itself.
const durable = process.env.DURABLE === 'yes';
const print = (what: object) => console.log(JSON.stringify(what));

try {
  const mode = role === 'serve' ? 'serve' : 'command';
  const { sql, connection, close } = await openDatabase({ database_url: null, data_dir: data_dir!, role: mode, durable, pool: 2 });
  await sql.begin(async (tx) => {
    // Two processes may create it at the same time: "if not exists" then fails in one of them.
    await tx`select pg_advisory_xact_lock(1)`;
    await tx`create table if not exists notes (note text)`;
  });
  if (note) await sql`insert into notes values (${note})`;
  const notes = (await sql`select note from notes order by note`).map((row) => row.note);
  if (mode === 'serve') {
    const stop = () => void close().then(() => process.exit(0));
    process.once('SIGINT', stop).once('SIGTERM', stop);
    // The test process itself was killed.
    process.stdin.once('end', stop);
    // Reports on request whether the pool still works.
    const count = () => sql`select count(*) from notes`;
    process.stdin.on(
      'data',
      () =>
        void count().then(
          ([row]) => print(row!),
          (error) => print({ error: error.message }),
        ),
    );
  }
  print({ notes, ...connection });
  if (mode === 'command') await close();
} catch (error) {
  print({ error: (error as Error).name, message: (error as Error).message });
  process.exitCode = 1;
}
