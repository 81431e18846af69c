-- What was last written to a draft's listing; nothing reads or writes it since drafts show their listing's own values.
alter table drafts drop column saved;
