-- Hospitable describes no calls that make or cancel bookings: what is known of them comes from third parties. They are off
-- until a person turns them on, for accounts that are connected already too.
update connections
set write_policy = jsonb_set(write_policy, '{reservations}', '{"website": false, "dashboard": false, "api": false}')
where provider = 'hospitable';
