-- Stays that were over before this day are not read of the account.
alter table connections add column history_from date;
