-- Listings are found by a part of their name, street or city: by the three letters that stand beside one another, as guests are (0315).
create function words_of_listing(name text, street text, city text) returns text language sql immutable parallel safe
  return coalesce(name, '') || chr(10) || coalesce(street, '') || chr(10) || coalesce(city, '');
create index listings_letters on listings using gin (letters_of(workspace_id, words_of_listing(name, street, city)))
  with (gin_pending_list_limit = 256);
