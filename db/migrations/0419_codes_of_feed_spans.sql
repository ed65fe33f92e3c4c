-- A confirmation code says which booking an event of a calendar is, whatever its UID and its dates. Codes made here begin with ICAL-.
alter table ical_spans add column code text;
update ical_spans s set code = r.confirmation_code
from connections c
join reservations r on r.workspace_id = c.workspace_id and r.connection_id = c.id
where s.kind = 'stay' and s.workspace_id = c.workspace_id and c.provider = 'ical' and r.external_id = s.ref
  and r.confirmation_code not like 'ICAL-%';
