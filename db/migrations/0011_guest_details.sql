-- `guestDetails` of a reservation has the guest's names and how many come. The stored texts get what rendering them anew
-- would write, to the letter: a text that differs would be told as a change of the reservation.
update reservations r
set doc = overlay(r.doc placing told.text from told.at for 0)
from (
  select kept.workspace_id, kept.id,
         case when has_details then concat(parts, case when substr(kept.doc, inside, 1) <> '}' then ',' end)
              else concat(',"guestDetails":{', parts, '}') end as text,
         case when has_details then inside else position(',"bookedAt":' in kept.doc) end as at
  from reservations kept
  left join guests g on g.workspace_id = kept.workspace_id and g.id = kept.guest_id
  cross join lateral (
    -- Quotes inside values are escaped, so this is the key and nothing that somebody wrote.
    select nullif(position('"guestDetails":{' in kept.doc), 0) + length('"guestDetails":{') as inside,
           position('"guestDetails":{' in kept.doc) > 0 as has_details,
           concat_ws(',', '"firstName":' || to_json(g.first_name), '"lastName":' || to_json(g.last_name),
                     '"adults":' || (kept.occupancy ->> 'adults'), '"children":' || (kept.occupancy ->> 'children'),
                     '"infants":' || (kept.occupancy ->> 'infants'), '"pets":' || (kept.occupancy ->> 'pets'),
                     '"guestCount":' || (kept.occupancy ->> 'total')) as parts
  ) p
  where parts <> ''
) told
where r.workspace_id = told.workspace_id and r.id = told.id and told.at > 0;
