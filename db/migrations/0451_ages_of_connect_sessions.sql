-- How many sessions of a workspace are young, and how many of those are open, is asked before another is made.
create index connect_sessions_age on connect_sessions (workspace_id, created_at);
