-- What a document was made of when an index told of it, and whether it was told as active: what has the same mark is told again
-- without being rendered. Without a tag it was told and never rendered.
alter table vrbo_documents
  alter column etag drop not null,
  add column mark text,
  add column active boolean;
