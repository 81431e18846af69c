-- How a listing's words were extracted. Those of an earlier version are extracted again by a job (listings/search/jobs.ts).
alter table listing_words add column version smallint not null default 1;
