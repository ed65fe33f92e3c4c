-- What was asked of the night since it was first looked at: [days before the night, price], one for each change, at most sixty.
-- How guests took a price is learnt from it; the calendar knows the last one only.
alter table price_recommendations add column shown jsonb not null default '[]';
