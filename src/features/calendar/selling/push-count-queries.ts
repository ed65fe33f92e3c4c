/** Counts how nights sent to a channel ended, over all live accounts; the channel's health is judged by it. */
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'

const keptHours = 6

export async function countPushes(
  db: Queryable,
  provider: string,
  { finished, failed, at }: { finished: number; failed: number; at: Date },
): Promise<void> {
  await sql`
    with old as (
      delete from channel_push_counts
      where provider = ${provider} and slot < ${at}::timestamptz - ${keptHours}::int * interval '1 hour')
    insert into channel_push_counts (provider, slot, finished, failed)
    values (${provider}, date_bin('10 minutes', ${at}::timestamptz, 'epoch'), ${finished}::int, ${failed}::int)
    on conflict (provider, slot) do update
      set finished = channel_push_counts.finished + excluded.finished,
          failed = channel_push_counts.failed + excluded.failed`.execute(db)
}
