/** A vendor whose calendar can be written, and that does as it is told. */
import type { CalendarChange } from '../../src/connector-kit/calendar-write-operations.ts'
import type { CalendarDayRecord } from '../../src/contract/records.ts'
import type { Connector } from '../../src/connector-kit/connector.ts'
import { fakeVendor, listing } from '../sync/fake-vendor.ts'

export interface Refusal {
  index: number
  message: string
}

export interface CalendarVendor {
  connector: Connector
  /** Nights as the vendor has them, by listing and date. */
  nights: Map<string, CalendarDayRecord>
  /** Every call to write, as it came. */
  written: CalendarChange[][]
  /** What the next calls to write do instead of taking everything; `act` does the vendor's part. */
  onWrite: ((changes: readonly CalendarChange[], act: () => void) => Promise<Refusal[]> | Refusal[]) | null
  onRead: (() => Promise<void> | void) | null
  reads: number
  fields: { available: boolean; price: boolean; minNights: boolean; maxNights: boolean }
  batch: { changes: number; listings: 'one' | 'many' }
  night(listingExternalId: string, date: string): CalendarDayRecord
}

const dayAfter = (date: string) => String(Temporal.PlainDate.from(date).add({ days: 1 }))

/** With homes A, B and C. */
export function calendarVendor(options: { canRead?: boolean } = {}): CalendarVendor {
  const base = fakeVendor({ pageSize: 10 })
  // So far that readings reach the nights that the tests set.
  base.connector.manifest.sync.calendarDays = 130
  for (const id of ['A', 'B', 'C']) base.listings.set(id, listing(id, { defaultNightlyPrice: '80.00' }))
  const nights = new Map<string, CalendarDayRecord>()
  const night = (listingExternalId: string, date: string): CalendarDayRecord =>
    nights.get(`${listingExternalId} ${date}`) ?? {
      date,
      available: true,
      availableUnits: 1,
      price: '80.00',
      minNights: 1,
      maxNights: 30,
    }
  const take = (changes: readonly CalendarChange[]) => {
    for (const { listingExternalId, from, to, available, price, minNights, maxNights } of changes) {
      for (let date = from; date <= to; date = dayAfter(date)) {
        nights.set(`${listingExternalId} ${date}`, {
          ...night(listingExternalId, date),
          ...(available === undefined ? {} : { available, availableUnits: available ? 1 : 0 }),
          ...(price === undefined ? {} : { price }),
          ...(minNights === undefined ? {} : { minNights }),
          ...(maxNights === undefined ? {} : { maxNights }),
        })
      }
    }
  }
  const vendor: CalendarVendor = {
    connector: base.connector,
    nights,
    written: [],
    onWrite: null,
    onRead: null,
    reads: 0,
    fields: { available: true, price: true, minNights: true, maxNights: true },
    batch: { changes: 50, listings: 'one' },
    night,
  }
  Object.assign(base.connector.operations, {
    ...(options.canRead === false
      ? {}
      : {
          calendar: {
            async range(_: unknown, walk: { listing: { externalId: string }; from: string; to: string }) {
              vendor.reads += 1
              await vendor.onRead?.()
              const days: CalendarDayRecord[] = []
              for (let date = walk.from; date <= walk.to; date = dayAfter(date)) {
                days.push(structuredClone(night(walk.listing.externalId, date)))
              }
              return days
            },
          },
        }),
    calendarWrites: {
      get fields() {
        return vendor.fields
      },
      get batch() {
        return vendor.batch
      },
      async write(_: unknown, changes: readonly CalendarChange[]) {
        vendor.written.push(structuredClone([...changes]))
        if (!vendor.onWrite) {
          take(changes)
          return { refused: [] }
        }
        return { refused: await vendor.onWrite(changes, () => take(changes)) }
      },
    },
  })
  return vendor
}
