/** Covers all workspaces, because a fast clock affects everybody. */
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'
import type { DueColumn, SharedClock } from './columns.ts'

/** The time of a clock. Citus lets no change ask for it, so the database's is read before. */
async function momentOf(db: Queryable, clock: SharedClock, now: Date): Promise<Date> {
  if (clock === 'processes') return now
  const { rows } = await sql<{ moment: Date }>`select clock_timestamp() as moment`.execute(db)
  return rows[0]?.moment ?? now
}

const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms)

/** `ahead`: the clock was once later. `unseen`: due times were not checked for a long time. */
export type ClockVerdict = 'ahead' | 'unseen' | null

/** Raises a clock's high-water mark to now. */
export async function upsertClockMark(
  db: Queryable,
  clock: SharedClock,
  { now, behindMs, againMs }: { now: Date; behindMs: number; againMs: number },
): Promise<ClockVerdict> {
  const moment = await momentOf(db, clock, now)
  const { rows } = await sql<{ verdict: ClockVerdict }>`
    update clock_marks set latest = greatest(latest, ${moment}) where clock = ${clock}
    returning case when latest > ${later(moment, behindMs)} then 'ahead'
                   when looked_through_at <= ${later(moment, -againMs)} then 'unseen'
              end as verdict`.execute(db)
  return rows[0] ? rows[0].verdict : 'unseen'
}

/** Records that due times were checked. A clean check lowers the mark to now. */
export async function updateClockLook(
  db: Queryable,
  clock: SharedClock,
  { now, isClean }: { now: Date; isClean: boolean },
): Promise<void> {
  const moment = await momentOf(db, clock, now)
  await sql`
    update clock_marks set looked_through_at = ${moment} ${isClean ? sql`, latest = ${moment}` : sql``}
    where clock = ${clock}`.execute(db)
}

/** Returns how many rows held a moment too far ahead. */
export async function updateTooFarMoments(
  db: Queryable,
  due: DueColumn,
  { now, furthestMs }: { now: Date; furthestMs: number },
): Promise<number> {
  const at = await momentOf(db, due.clock ?? 'processes', now)
  const [moment, furthest] = [sql`${at}::timestamptz`, sql`${later(at, furthestMs)}::timestamptz`]
  const column = sql.ref(due.column)
  const { value, isTooFar } = shapes[due.shape ?? 'moment']({ column, moment, furthest })
  const { numAffectedRows } = await sql`
    update ${sql.table(due.table)} set ${column} = ${value}
    where ${isTooFar} ${due.state === undefined ? sql`` : sql`and state = ${sql.lit(due.state)}`}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

type SqlPart = ReturnType<typeof sql>
type ColumnRepair = (of: { column: SqlPart; moment: SqlPart; furthest: SqlPart }) => {
  value: SqlPart
  isTooFar: SqlPart
}

const shapes: Record<'moment' | NonNullable<DueColumn['shape']>, ColumnRepair> = {
  moment: ({ column, moment, furthest }) => ({
    value: moment,
    isTooFar: sql`${column} > ${furthest}`,
  }),
  by_name: ({ column, moment, furthest }) => ({
    value: sql`(
      select jsonb_object_agg(key, to_char(least(value::timestamptz, ${moment}) at time zone 'UTC',
                                           'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from jsonb_each_text(${column}))`,
    isTooFar: sql`exists (select from jsonb_each_text(${column}) where value::timestamptz > ${furthest})`,
  }),
  list: ({ column, furthest }) => ({
    value: sql`array(select one from unnest(${column}) one where one <= ${furthest})`,
    isTooFar: sql`exists (select from unnest(${column}) one where one > ${furthest})`,
  }),
}
