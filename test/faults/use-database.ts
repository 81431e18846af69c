/**
 * Uses a database until told to stop, for tests that kill the process it runs in: `use-database.ts DATA_DIR ROLE [NOTE]`.
 * Adds the note, if any, and prints one line of JSON with all notes; a command ends there.
 */
import { openDatabase } from '../../src/db/open.ts';

const [data_dir, role, note] = process.argv.slice(2);
// Quicker without, for the tests in which the database itself is not killed.
const durable = process.env.DURABLE === 'yes';
const tell = (what: object) => console.log(JSON.stringify(what));

try {
  const asked = role === 'serve' ? 'serve' : 'command';
  const { sql, connection, close } = await openDatabase({ database_url: null, data_dir: data_dir!, role: asked, durable, pool: 2 });
  await sql`create table if not exists notes (note text)`;
  if (note) await sql`insert into notes values (${note})`;
  const notes = (await sql`select note from notes order by note`).map((row) => row.note);
  if (asked === 'serve') {
    const stop = () => void close().then(() => process.exit(0));
    process.once('SIGINT', stop).once('SIGTERM', stop);
    // The test itself was killed.
    process.stdin.once('end', stop);
    // Tells, when asked, whether the pool still works.
    const count = () => sql`select count(*) from notes`;
    process.stdin.on(
      'data',
      () =>
        void count().then(
          ([row]) => tell(row!),
          (error) => tell({ error: error.message }),
        ),
    );
  }
  tell({ notes, ...connection });
  if (asked === 'command') await close();
} catch (error) {
  tell({ error: (error as Error).name, message: (error as Error).message });
  process.exitCode = 1;
}
