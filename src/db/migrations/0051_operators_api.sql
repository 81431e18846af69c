-- The operators' API: which key or application acted for a member of the team, and the site that a key with site:admin is for.

alter table team_acts add column client text;

-- A deleted account takes the name of its key with it.
create or replace function team_act_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (to_jsonb(new) - 'account_id' - 'client' - 'undone_by') = (to_jsonb(old) - 'account_id' - 'client' - 'undone_by')
    and (new.account_id is not distinct from old.account_id or new.account_id is null)
    and new.client is not distinct from old.client
    and (new.undone_by is not distinct from old.undone_by or old.undone_by is null)
  then
    if new.account_id is null then new.client = null; end if;
    return new;
  end if;
  raise exception 'What the team did is written once: no % of it.', lower(tg_op) using errcode = 'restrict_violation';
end $$;

alter table api_keys add column admin_site_id integer references sites,
  add constraint api_keys_admin_site check (('site:admin' = any (scopes)) = (admin_site_id is not null));
