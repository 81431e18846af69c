-- A voter has a number on each site. Ledgers are public: with one number for all sites anybody could put together what one person votes
-- for across them. Numbers already written stay, since ledgers are written once; they are now known to each site by itself.
alter table votes drop constraint votes_voter_id_fkey;
alter table voters drop constraint voters_pkey, drop constraint voters_account_id_key, drop constraint voters_outside_key_key,
  add site_id integer references sites;
insert into voters (site_id, id, account_id, outside_key) overriding system value
select n.site_id, v.id, v.account_id, v.outside_key from (select distinct site_id, voter_id from votes) n join voters v on v.id = n.voter_id;
delete from voters where site_id is null;
alter table voters alter site_id set not null,
  add primary key (site_id, id), add unique (account_id, site_id), add unique (site_id, outside_key);
alter table votes add foreign key (site_id, voter_id) references voters (site_id, id);
