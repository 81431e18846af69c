-- Sites apart: what is a site's has the site in its keys, so that nothing of one can stand for, or be tied to, anything of another.

-- The same key on another site is another call. Keys from before are kept for every site: none of them is done twice.
alter table idempotency_keys drop constraint idempotency_keys_pkey, add site_id integer references sites on delete cascade;
insert into idempotency_keys (site_id, account_id, operation, key, input_hash, status, answer, created_at)
select s.id, k.account_id, k.operation, k.key, k.input_hash, k.status, k.answer, k.created_at from idempotency_keys k cross join sites s;
delete from idempotency_keys where site_id is null;
alter table idempotency_keys alter site_id set not null, add primary key (account_id, site_id, operation, key);

alter table interview_questions add unique (site_id, id);
alter table interview_answers drop constraint interview_answers_question_id_fkey,
  add foreign key (site_id, question_id) references interview_questions (site_id, id) on delete cascade;

alter table shelf_places drop constraint shelf_places_listing_id_fkey,
  add foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade;
alter table board_places drop constraint board_places_listing_id_fkey,
  add foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade;
alter table listing_words drop constraint listing_words_listing_id_fkey,
  add foreign key (site_id, listing_id) references listings (site_id, id) on delete cascade;
