import { sql } from 'kysely'
import type { Queryable } from '../../../../platform/tenant.ts'
import type { FileEvent } from './event.ts'

/** Locks the market's events against other writers; undefined if there is no such market. */
export async function lockMarket(
  tx: Queryable,
  key: string,
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from markets where key = ${key} and snapshot_id is not null for no key update`.execute(tx)
  return rows[0]
}

/** Returns ids of new or changed events; unchanged ones are not written. */
export async function storeEvents(
  tx: Queryable,
  marketId: string,
  source: string,
  events: readonly FileEvent[],
): Promise<{ id: string; is_new: boolean }[]> {
  const { rows } = await sql<{ id: string; is_new: boolean }>`
    insert into market_events as e (market_id, id, title, category, start_date, end_date, latitude, longitude, rank,
                                    attendance, labels, source)
    select ${marketId}, r.id, r.title, r.category, r.start_date, r.end_date, r.latitude, r.longitude, r.rank, r.attendance,
           r.labels, ${source}
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as r (id text, title text, category text, start_date date, end_date date, latitude double precision,
            longitude double precision, rank integer, attendance integer, labels text[])
    on conflict (market_id, id) do update
      set title = excluded.title, category = excluded.category, start_date = excluded.start_date,
          end_date = excluded.end_date, latitude = excluded.latitude, longitude = excluded.longitude,
          rank = excluded.rank, attendance = excluded.attendance, labels = excluded.labels, source = excluded.source
      where (e.title, e.category, e.start_date, e.end_date, e.latitude, e.longitude, e.rank, e.attendance, e.labels, e.source)
        is distinct from (excluded.title, excluded.category, excluded.start_date, excluded.end_date, excluded.latitude,
                          excluded.longitude, excluded.rank, excluded.attendance, excluded.labels, excluded.source)
    returning e.id, (xmax = 0) as is_new`.execute(tx)
  return rows
}

/** Removes events the file no longer has, except past ones: calendars drop those without a cancellation. */
export async function removeVanished(
  tx: Queryable,
  marketId: string,
  { source, ids, today }: { source: string; ids: readonly string[]; today: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from market_events e
    where e.market_id = ${marketId} and e.source = ${source} and e.end_date >= ${today}::date
      and e.id <> all(${ids}::text[])`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Removes every event of files with this name. */
export async function removeSource(tx: Queryable, marketId: string, source: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from market_events e where e.market_id = ${marketId} and e.source = ${source}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Lists files with events by market. */
export async function eventFiles(db: Queryable): Promise<{ city: string; source: string; events: number }[]> {
  const { rows } = await sql<{ city: string; source: string; events: number }>`
    select m.name as city, e.source, count(*)::int as events
    from market_events e join markets m on m.id = e.market_id group by m.key, m.name, e.source
    order by m.key, e.source`.execute(db)
  return rows
}
