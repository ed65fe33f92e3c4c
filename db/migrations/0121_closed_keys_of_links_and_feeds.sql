-- What members' links and calendar feeds keep encrypted cannot be encrypted with a key that was replaced, as everything else (0100).

create trigger member_links_secret_key before insert or update of secret on member_links
  for each row when (is_closed_key(sealed_key_id(new.secret))) execute function refuse_closed_key();
create trigger ical_feeds_url_key before insert or update of url on ical_feeds
  for each row when (is_closed_key(sealed_key_id(new.url))) execute function refuse_closed_key();

insert into encryption_keys (id)
select key_id from (
  select sealed_key_id(secret) as key_id from member_links union select sealed_key_id(url) from ical_feeds
) found
where key_id is not null
on conflict (id) do nothing;
