-- What waits for a person is counted on every page of the team.
create index refunds_failed on refunds (site_id) where status = 'failed';
create index metric_readings_trouble on metric_readings (site_id, asked_at desc) where trouble is not null;
