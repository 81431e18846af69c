-- Owners whose address a file names can be invited by mail to claim their listings, once the import is done.
alter table imports add column invite_owners boolean not null default false;
alter table import_rows add column owner_email text, add column invited_at timestamptz;
create index import_rows_uninvited on import_rows (import_id, number) where owner_email is not null and invited_at is null;

-- When the logo of a row was fetched from the address in the file, or could not be.
alter table import_rows add column logo_read_at timestamptz;

-- What the export of a site brought besides listings, for undo: ids by kind.
alter table imports add column made json not null default '{}';
