-- What the owner of an account allowed this server to do, in the words of its provider; null: nobody told it.
alter table connections add column granted text[];
