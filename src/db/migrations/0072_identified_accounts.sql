-- Accounts that somebody signed in to with Google, and with GitHub or another provider. Reviews of votes weigh them apart (decision 53).
drop view identified_accounts;
create view identified_accounts as
  select account_id, min(created_at) filter (where issuer = 'https://accounts.google.com') as google_since,
    min(created_at) filter (where issuer <> 'https://accounts.google.com') as other_since
  from account_identities group by account_id;
