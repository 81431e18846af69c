-- steps
-- Who belongs to a site, and who is banned from it. Accounts are shared between sites; these are not.
-- step: create site_members and bans
create table site_members (
  site_id integer not null references sites,
  account_id bigint not null references accounts on delete cascade,
  joined_at timestamptz not null,
  primary key (site_id, account_id)
);
create index site_members_newest on site_members (site_id, joined_at desc, account_id desc);
create index site_members_account on site_members (account_id);

create table bans (
  site_id integer not null references sites,
  account_id bigint not null references accounts on delete cascade,
  reason text not null check (char_length(reason) between 1 and 500),
  banned_at timestamptz not null,
  primary key (site_id, account_id)
);
create index bans_account on bans (account_id);

-- Signing in makes somebody a member, and so does what an API key or the team can do without it.
create function add_site_member() returns trigger language plpgsql as $$
declare member bigint := (to_jsonb(new)->>tg_argv[0])::bigint;
begin
  insert into site_members (site_id, account_id, joined_at)
  select new.site_id, id, now() from accounts where id = member on conflict do nothing;
  return null;
end $$;
create trigger site_member after insert on drafts for each row
  when (new.account_id is not null) execute function add_site_member('account_id');
create trigger site_member after insert on claims for each row execute function add_site_member('account_id');
create trigger site_member after insert on orders for each row
  when (new.account_id is not null) execute function add_site_member('account_id');
create trigger site_member after insert on account_roles for each row execute function add_site_member('account_id');
create trigger site_member after insert or update of owner_id on listings for each row
  when (new.owner_id is not null) execute function add_site_member('owner_id');
-- step: add the members of today
insert into site_members (site_id, account_id, joined_at)
select t.site_id, t.account_id, a.created_at from (
  select site_id, account_id from drafts union select site_id, account_id from claims union select site_id, account_id from orders
  union select site_id, account_id from account_roles union select site_id, owner_id from listings
  union select site_id, account_id from voters union select site_id, account_id from comments union select site_id, account_id from reviews
  union select site_id, account_id from notifications) t
join accounts a on a.id = t.account_id on conflict do nothing;
-- step: add those who have only signed in, where there is one site
insert into site_members (site_id, account_id, joined_at)
select (select min(id) from sites), id, created_at from accounts where (select count(*) from sites) = 1 on conflict do nothing;
