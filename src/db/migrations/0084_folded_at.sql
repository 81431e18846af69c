-- When a change got its place in the feed, which readers may need to know of changes that were made long before: `at` is when the
-- transaction began. Null for places from before this migration, and from processes of the release before.
alter table changes add column folded_at timestamptz;
