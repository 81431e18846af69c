-- steps
-- Words of descriptions are no longer offered as corrections. The job refresh_search_index, which writes documents of an earlier
-- version again, restores the words of taglines and tags.
-- repeat: words outside of names are not found by typing errors
update search_words set forgives = 0, variants = '{}'
where (site_id, word) in (select site_id, word from search_words where not in_name and forgives > 0 limit 5000);
