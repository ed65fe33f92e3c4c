-- A worker of Citus is passed the settings that a statement sets, not those of set_config.
create function set_change_moment(moment timestamptz) returns void language plpgsql as $$
begin
  execute format('set local lodgewire.at = %L', moment);
end $$;
create function set_change_cause(cause text) returns void language plpgsql as $$
begin
  execute format('set local lodgewire.cause = %L', cause);
end $$;
