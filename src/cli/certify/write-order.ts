/** What a person has allowed to be written, and how it is undone. */
import type { VendorContext } from '../../connector-kit/connector.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { CalendarDayRecord, ListingRecord } from '../../contract/records.ts'
import { offered } from '../../connector-kit/checks/check.ts'
import type { CertificationRun } from '../../connector-kit/checks/check.ts'
import { found } from '../../connector-kit/checks/findings.ts'
import type { CertificationFinding } from '../../connector-kit/checks/findings.ts'

export interface WriteOrder {
  /** The vendor's id of the listing that may be written. */
  listing: string
  bookings: boolean
  /** A text of the listing may be changed too. */
  content: boolean
  /** The vendor's id of the conversation that may get a message. */
  message: string | null
  /** The vendor's id of the request that may be answered. */
  answer: { request: string; with: 'accept' | 'decline' } | null
  context: VendorContext
  sleep(ms: number): Promise<void>
  /** Speaks to the person, who may see ids and amounts; the report gets nothing of it. */
  say(line: string): void
}

/** Hardly anybody books this far ahead while the check runs. */
const firstDay = 200
const tries = 5
const firstWaitMs = 2_000

export async function orderedListing(
  run: CertificationRun,
  order: WriteOrder,
): Promise<ListingRecord | null> {
  const listed = run.seen.listings?.records.find(({ externalId }) => externalId === order.listing)
  if (listed !== undefined) return listed
  return (await run.connector.operations.listings?.one?.(order.context, order.listing)) ?? null
}

export async function nightsOf(
  run: CertificationRun,
  order: WriteOrder,
  listing: ListingRecord,
  stay: { from: string; to: string },
): Promise<CalendarDayRecord[]> {
  return offered(run.connector.operations.calendar).range(order.context, { listing, ...stay })
}

/** Returns the first consecutive free nights that have a free night on both sides. */
export async function farNights(
  run: CertificationRun,
  order: WriteOrder,
  listing: ListingRecord,
  count: number,
): Promise<CalendarDayRecord[] | null> {
  const today = run.context.now().toISOString().slice(0, 10)
  const last = Math.min(run.connector.manifest.sync.calendarDays - 1, firstDay + 120)
  const days = await nightsOf(run, order, listing, {
    from: addDays(today, firstDay),
    to: addDays(today, last),
  })
  const isFree = (day: CalendarDayRecord | undefined) =>
    day?.available === true && day.availableUnits >= listing.unitCount
  for (let start = 1; start + count < days.length; start += 1) {
    const nights = days.slice(start, start + count)
    const canStay = nights[0]?.closedToArrival !== true && days[start + count]?.closedToDeparture !== true
    if (canStay && days.slice(start - 1, start + count + 1).every(isFree)) return nights
  }
  return null
}

/** Repeats the undoing until it shows, even after Ctrl-C. `undo` returns whether it is done. */
export async function putBack(
  order: WriteOrder,
  byHand: string,
  undo: () => Promise<boolean>,
): Promise<{ findings: CertificationFinding[]; tries: number }> {
  for (let turn = 1; turn <= tries; turn += 1) {
    try {
      if (await undo()) return { findings: found('undone_later', turn > 1 ? 1 : 0), tries: turn }
    } catch (error) {
      // Whatever failed, the account is not yet as it was before.
      order.say(
        `Undoing failed (${error instanceof VendorError ? error.kind : 'error'}); try ${turn} of ${tries}.`,
      )
    }
    if (turn < tries) await order.sleep(firstWaitMs * 2 ** turn)
  }
  order.say(`THIS COULD NOT BE UNDONE. UNDO IT BY HAND: ${byHand.toUpperCase()}`)
  return { findings: found('not_undone', 1), tries }
}

const readTries = 4
const readWaitMs = 3_000

/** Some vendors apply writes in the background. */
export async function showsSoon(shows: () => Promise<boolean>, order: WriteOrder): Promise<boolean> {
  for (let turn = 1; turn < readTries; turn += 1) {
    if (await shows()) return true
    await order.sleep(readWaitMs * turn)
  }
  return shows()
}

/** Attempts once what cannot be undone. After a lost answer it is looked for, never repeated. */
export async function attemptOnce(
  order: WriteOrder,
  act: () => Promise<unknown>,
  shows: () => Promise<boolean>,
): Promise<CertificationFinding[]> {
  let isLost = false
  try {
    await act()
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (didNothing(error)) return found('write_refused', 1)
    isLost = true
  }
  const isThere = await showsSoon(shows, order)
  if (!isLost) return found('write_not_seen', isThere ? 0 : 1)
  return isThere ? found('answer_lost', 1) : found('write_failed', 1)
}

const refusing = new Set(['rejected', 'not_found', 'credentials', 'reauth', 'rate_limited'])

/** These errors prove that a failed write did nothing. */
export const didNothing = (error: unknown): boolean =>
  error instanceof VendorError && refusing.has(error.kind)
