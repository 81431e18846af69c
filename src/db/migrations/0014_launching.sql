-- Launching, after it was first tried in earnest.

-- Of a vote: a keyed hash of the mailbox its account reads, however the address is spelt.
alter table vote_origins add mailbox bytea;
create index vote_origins_mailbox on vote_origins (listing_id, mailbox) where mailbox is not null;
