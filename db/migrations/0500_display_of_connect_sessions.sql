-- How the app that asks for an account is shown on the hosted page: its name, its logo and where its rules stand.
alter table connect_sessions add column display jsonb;
