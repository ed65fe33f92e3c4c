/** Reads nights of one listing back and stores what became of them, in one transaction. */
import type { SyncEnvironment } from '../../../upstream/client.ts'
import type { CalendarWrites } from '../../../connector-kit/calendar-write-operations.ts'
import type { CalendarDayRecord } from '../../../contract/records.ts'
import { appendEvents, openWrite } from '../../../platform/outbox.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { beginReading, calendarUpdated, type CalendarReading } from '../../../records/calendar/public.ts'
import { storeNights, type SideTurn } from '../../sync/public.ts'
import { lockPushes, settlePushedNights, type DuePush, type PushSettlement } from './push-queries.ts'
import { toSettlement } from './settlement.ts'
import type { SentAnswer } from '../../../upstream/nights/send.ts'
import { judgeReadBack, type PushVerdict } from '../../../upstream/nights/verdict.ts'
import { takeOverNights } from '../../../records/calendar/take-over-queries.ts'

export interface PushPass extends SideTurn {
  environment: SyncEnvironment
  writes: CalendarWrites
}

interface ReadBack {
  days: CalendarDayRecord[]
  reading: CalendarReading
}

export async function settlePushes(
  pass: PushPass,
  listingId: string,
  answers: readonly SentAnswer<DuePush>[],
): Promise<void> {
  const { environment, scope, connector } = pass
  const { db, clock } = environment.services
  const back = await readBack(pass, answers)
  const byDate = new Map(back?.days.map((day) => [day.date, day]))
  const verdicts = answers.map(([night, answer]): [DuePush, PushVerdict] => [
    night,
    judgeReadBack(night, {
      answer,
      read: back && { day: byDate.get(night.date) },
      canRead: connector.operations.calendar !== undefined,
      attempts: night.attempts,
      checks: night.checks,
    }),
  ])
  if (environment.signal.aborted) return
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await lockPushes(
      tx,
      scope,
      listingId,
      answers.map(([{ date }]) => date),
    )
    await storeReading(tx, pass, answers, back, now)
    if (!connector.operations.calendar) {
      const taken = verdicts.filter(([, { move }]) => move === 'confirm').map(([night]) => night)
      await takeOverNights(tx, scope, taken, now)
    }
    const settlements = verdicts.map(([{ listingId, date, version, checks }, verdict]): PushSettlement => ({
      ...{ listingId, date, version },
      ...toSettlement(verdict, checks, now),
    }))
    const moved = await settlePushedNights(tx, scope, settlements, now)
    const refused = moved.filter(({ state }) => state === 'refused')
    if (refused.length === 0) return
    const write = await openWrite(tx, scope, now)
    const event = await calendarUpdated(tx, scope, listingId, {
      dates: refused.map(({ date }) => date),
      pricing: refused.some(({ pricing }) => pricing),
      availability: refused.some(({ rules }) => rules),
    })
    await appendEvents(write, event ? [event] : [])
  })
}

/** null: the vendor has no calendar to read, failed, or was not called at all. */
async function readBack(pass: PushPass, answers: readonly SentAnswer<DuePush>[]): Promise<ReadBack | null> {
  const { calendar } = pass.connector.operations
  const { clock } = pass.environment.services
  const [first] = answers
  const wasCalled = answers.some(([, { kind }]) => kind !== 'postponed' && kind !== 'unauthorized')
  const dates = answers.map(([{ date }]) => date).toSorted()
  const [from, to] = [dates.at(0), dates.at(-1)]
  if (!calendar || !first || !wasCalled || from === undefined || to === undefined) return null
  const [{ listingExternalId, unitCount }] = first
  const reading = await beginReading(pass.environment.services.db, pass.scope, clock.now())
  try {
    const days = await calendar.range(
      { http: pass.client.lane('calendar'), now: () => clock.now() },
      {
        listing: { externalId: listingExternalId, unitCount },
        from,
        to,
      },
    )
    return { days, reading }
  } catch (error) {
    pass.environment.services.log.info(
      { err: error, listing: listingExternalId },
      'nights could not be read back',
    )
    return null
  }
}

async function storeReading(
  tx: Queryable,
  pass: PushPass,
  answers: readonly SentAnswer<DuePush>[],
  back: ReadBack | null,
  now: Date,
): Promise<void> {
  const [first] = answers
  if (!back || !first) return
  const wanted = new Set(answers.map(([{ date }]) => date))
  const days = back.days.filter(({ date }) => wanted.has(date))
  await storeNights(tx, pass, first[0].listingExternalId, { days, reading: back.reading, now })
}
