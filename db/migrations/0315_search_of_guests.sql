-- Guests are found by a part of their name, address or number: the three letters that stand beside one another, each with the
-- workspace before it, so that one workspace's search does not pass over another's guests. Needs no extension.

create function letters_of(workspace bigint, words text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct workspace || ' ' || substr(low, place, 3)), '{}')
  from lower(words) low, generate_series(1, length(low) - 2) place
$$;
create function name_of_guest(first_name text, last_name text) returns text language sql immutable parallel safe
  return case when first_name is null then coalesce(last_name, '') when last_name is null then first_name
              else first_name || ' ' || last_name end;

-- What was written last is gone through one by one, up to so much.
create index guests_letters on guests using gin (letters_of(workspace_id, name_of_guest(first_name, last_name)))
  with (gin_pending_list_limit = 256);
create index guest_contacts_letters on guest_contacts using gin (letters_of(workspace_id, value))
  with (gin_pending_list_limit = 256);
