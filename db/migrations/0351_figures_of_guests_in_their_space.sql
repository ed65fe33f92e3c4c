-- As for every table whose rows have an id: figures of a sandbox are of its guests.
alter table guest_figures add constraint guest_figures_check check (is_sandbox_id(workspace_id) = is_sandbox_id(id));
