-- What was booked at Vrbo, in the order of its list, without what no list shows.
drop index reservations_vrbo;
create index reservations_vrbo on reservations (workspace_id, id) where source = 'vrbo' and listed_as is not null;
