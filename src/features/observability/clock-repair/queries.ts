/** Covers all workspaces, because a fast clock affects everybody. */
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'
import type { DueColumn, SharedClock } from './columns.ts'

const momentOf = (clock: SharedClock, now: Date) =>
  clock === 'database' ? sql`clock_timestamp()` : sql`${now}::timestamptz`

/** `ahead`: the clock was once later. `unseen`: due times were not checked for a long time. */
export type ClockVerdict = 'ahead' | 'unseen' | null

/** Raises a clock's high-water mark to now. */
export async function upsertClockMark(
  db: Queryable,
  clock: SharedClock,
  { now, behindMs, againMs }: { now: Date; behindMs: number; againMs: number },
): Promise<ClockVerdict> {
  const moment = momentOf(clock, now)
  const { rows } = await sql<{ verdict: ClockVerdict }>`
    update clock_marks set latest = greatest(latest, ${moment}) where clock = ${clock}
    returning case when latest > ${moment} + make_interval(secs => ${behindMs / 1000}) then 'ahead'
                   when looked_through_at <= ${moment} - make_interval(secs => ${againMs / 1000}) then 'unseen'
              end as verdict`.execute(db)
  return rows[0] ? rows[0].verdict : 'unseen'
}

/** Records that due times were checked. A clean check lowers the mark to now. */
export async function updateClockLook(
  db: Queryable,
  clock: SharedClock,
  { now, isClean }: { now: Date; isClean: boolean },
): Promise<void> {
  const moment = momentOf(clock, now)
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
  const moment = momentOf(due.clock ?? 'processes', now)
  const furthest = sql`${moment} + make_interval(secs => ${furthestMs / 1000})`
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
