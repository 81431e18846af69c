-- The language an account chose, for its mails. Null: that of the site.
alter table accounts add column language text;
