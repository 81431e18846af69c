-- What a site's team does: each act with who, what, before and after; and what the team looks after beside listings.

-- Written once. Only two things about an act may come later: that it was undone, and that its account is gone.
create table team_acts (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  account_id bigint references accounts on delete set null,
  act text not null check (act ~ '^[a-z][a-z_]{0,59}$'),
  record text not null,
  record_id text not null,
  -- What it was called then; null for people, who may leave and are then forgotten.
  title text,
  before jsonb,
  after jsonb,
  reason text,
  at timestamptz not null,
  -- The act that took this one back.
  undone_by bigint,
  unique (site_id, id),
  foreign key (site_id, undone_by) references team_acts (site_id, id)
);
create index team_acts_newest on team_acts (site_id, id desc);
create index team_acts_record on team_acts (site_id, record, record_id, id desc);
create index team_acts_account on team_acts (account_id) where account_id is not null;
create index team_acts_undone on team_acts (undone_by) where undone_by is not null;

create function team_act_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (to_jsonb(new) - 'account_id' - 'undone_by') = (to_jsonb(old) - 'account_id' - 'undone_by')
    and (new.account_id is not distinct from old.account_id or new.account_id is null)
    and (new.undone_by is not distinct from old.undone_by or old.undone_by is null)
  then return new; end if;
  raise exception 'What the team did is written once: no % of it.', lower(tg_op) using errcode = 'restrict_violation';
end $$;
create trigger team_act_stands before update or delete on team_acts for each row execute function team_act_stands();
create trigger team_acts_stand before truncate on team_acts for each statement execute function team_act_stands();
alter table team_acts enable always trigger team_act_stands;
alter table team_acts enable always trigger team_acts_stand;

-- What was decided about reviews and votes until now.
insert into team_acts (site_id, account_id, act, record, record_id, title, reason, at)
select m.site_id, m.account_id, m.move || '_review', 'review', m.record_id, l.name, m.reason, m.moved_at
from moves m join reviews v on v.id = m.record_id::bigint join listings l on l.id = v.listing_id
where m.record = 'review' and m.move in ('show', 'keep', 'remove') order by m.id;
insert into team_acts (site_id, account_id, act, record, record_id, title, after, reason, at)
select d.site_id, d.account_id, case v.act when 'counted' then 'count_votes' else 'leave_out_votes' end, 'vote', d.seq::text, l.name,
  '{"votes": 1}', d.note, v.at
from vote_decisions d join votes v on v.site_id = d.site_id and v.seq = d.seq join listings l on l.id = v.listing_id order by d.site_id, d.seq;

-- A listing that was found to be another one twice: who asks for it is sent there.
alter table listings add merged_into_id bigint,
  add foreign key (site_id, merged_into_id) references listings (site_id, id) on delete set null (merged_into_id),
  add check (merged_into_id is null or (status = 'removed' and merged_into_id <> id));
create index listings_merged on listings (merged_into_id) where merged_into_id is not null;

-- Founders the team does not show, and those who turned out to be another.
alter table founders add hidden_at timestamptz, add merged_into_id bigint,
  add foreign key (site_id, merged_into_id) references founders (site_id, id) on delete set null (merged_into_id),
  add check (merged_into_id is null or (hidden_at is not null and merged_into_id <> id));
create index founders_merged on founders (merged_into_id) where merged_into_id is not null;

-- A question that is no longer asked keeps its answers. Two may change places in one statement.
alter table interview_questions add retired_at timestamptz;
alter table interview_questions drop constraint interview_questions_site_id_position_key;
alter table interview_questions add unique (site_id, position) deferrable;

-- Who says that a listing should have another owner, and what became of it.
create table objections (
  id bigint generated always as identity primary key,
  site_id integer not null references sites,
  listing_id bigint not null,
  account_id bigint not null references accounts on delete cascade,
  message text not null check (char_length(message) between 1 and 2000),
  status text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (site_id, id),
  foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade
);
create index objections_open on objections (site_id, id) where status = 'open';
create index objections_listing on objections (listing_id);
create index objections_account on objections (account_id);

create index mails_failed on mails (id desc) where status = 'failed';
