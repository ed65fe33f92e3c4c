/** Reads a record while a caller waits, and stores it unless something newer came first. */
import type { Budget } from '../../../connector-kit/ratelimit.ts'
import { warningOf } from '../../../connector-kit/tolerance/unread-fields.ts'
import { beginReading } from '../../../records/calendar/public.ts'
import { applyCalendar } from '../../../records/calendar/store.ts'
import { toStorable } from '../../../records/canonical.ts'
import { callConnection, type ConnectionAccess } from '../../../upstream/access.ts'
import { storedListing } from '../fetch/fetched-queries.ts'
import { finishFetch, readOnceMore } from '../state/fetch-queries.ts'
import { noteFailures } from '../state/failure-queries.ts'
import { calendarEveryMs, calendarWindow } from '../state/cadence.ts'
import { storeGoneStays, storeStays } from '../written/store-written.ts'
import { readStays } from './read-stays.ts'
import { storeOnDemand, type StoreOutcome } from './store-on-demand.ts'
import { askedOutsideRuns, isBeingRead, reservationVersion, type ReadSource } from './source-queries.ts'

type OnDemandReader = (access: ConnectionAccess, source: ReadSource, budget: Budget) => Promise<StoreOutcome>

const origin = 'api:max_age'
/** This lane leaves the calls reserved for guests who book. */
const lane = 'bookings'
/** Fresh answers repeat this reading often, so it takes a lower lane than closing sold nights. */
const changesLane = 'messages'

const itCould = (externalId: string, records: readonly object[]) => ({
  failed: [],
  succeeded: [externalId],
  warned: warningOf(externalId, records),
})

export const onDemandReaders: Record<ReadSource['entity'], OnDemandReader> = {
  /** Readings of a calendar are stored in the order in which they began. */
  async calendar(access, source, budget) {
    const { services, scope, connector } = access
    const { db, clock } = services
    const { externalId, connectionId } = source
    const { calendar } = connector.operations
    const listing = await storedListing(db, scope, connectionId, externalId)
    if (!calendar || !listing || listing.archived) return 'not readable'
    const asked = await askedOutsideRuns(db, scope, source)
    const reading = await beginReading(db, scope, clock.now())
    const wanted = {
      listing: { externalId, unitCount: listing.unitCount },
      ...calendarWindow(reading.at, connector.manifest),
    }
    const days = await callConnection(access, (context) => calendar.range(context, wanted), budget, lane)
    return storeOnDemand(access, async (tx, connection) => {
      const now = clock.now()
      const batch = { tx, scope, connection, now, origin, runId: null }
      await applyCalendar(batch, externalId, toStorable(days), { reading, isWhole: true })
      await noteFailures(tx, scope, connectionId, 'calendar', { ...itCould(externalId, days), at: now })
      const again = new Date(now.getTime() + calendarEveryMs)
      if (asked) await finishFetch(tx, scope, connectionId, asked, again)
      return 'read'
    })
  },

  async reservations(access, source, budget) {
    const { services, scope, connector } = access
    const { db } = services
    const { externalId, connectionId } = source
    const one = connector.operations.reservations?.one
    if (!one) return 'not readable'
    const before = await reservationVersion(db, scope, source)
    const asked = await askedOutsideRuns(db, scope, source)
    const record = await callConnection(access, (context) => one(context, externalId), budget, lane)
    return storeOnDemand(access, async (tx) => {
      if ((await reservationVersion(tx, scope, source)) !== before) return 'overtaken'
      if (record) await storeStays(tx, access, [record], origin)
      else await storeGoneStays(tx, access, [externalId], origin)
      const now = services.clock.now()
      await noteFailures(tx, scope, connectionId, 'reservations', {
        ...itCould(externalId, record ? [record] : []),
        at: now,
      })
      if (await isBeingRead(tx, scope, connectionId))
        await readOnceMore(tx, scope, connectionId, { entity: 'reservations', externalId }, now)
      else if (asked) await finishFetch(tx, scope, connectionId, asked, null)
      return 'read'
    })
  },

  /** Until the first import is done, nobody knows what else the account holds. */
  changes: async (access, _source, budget) =>
    access.connection.importing ? 'importing' : readStays(access, { origin, budget, lane: changesLane }),
}
