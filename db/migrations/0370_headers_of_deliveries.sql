-- Of the headers of an attempt what differs from one to the next: as JSON they were half of its row, and a third of what writing it took.
-- Rows made before keep theirs in request_headers and response_headers until they are past their keeping time.
alter table delivery_attempts
  -- The service's name and the two signatures, with spaces between them; the rest follows from the row.
  add column signatures text,
  -- JSON, read only when somebody asks.
  add column response_header_text text;
