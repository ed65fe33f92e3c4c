-- Homes of one size stand on a map of their own, a thousand degrees east of that of the size below: so the nearest of a size are
-- handed out in order by the index, however rare it is among its neighbours. Nine bedrooms and more are one size.
alter table market_listings add column place_of_size point
  generated always as (point(place[0] + 1000 * least(coalesce(bedrooms, -1), 9), place[1])) stored;
create index market_listings_place_of_size on market_listings using gist (place_of_size);
