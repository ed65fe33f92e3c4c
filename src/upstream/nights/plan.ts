/** Groups nights into as few calls as the vendor's limits allow. Pure. */
import { dayAfter } from '../../platform/civil-day.ts'
import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'

/** Null leaves a value as the vendor has it. */
export interface PushedNight {
  listingId: string
  listingExternalId: string
  unitCount: number
  currency: string | null
  date: string
  version: number
  available: boolean | null
  price: string | null
  minNights: number | null
  maxNights: number | null
  availableUnits?: number | null
  closedToArrival?: boolean | null
  closedToDeparture?: boolean | null
}

export interface PlannedChange<N extends PushedNight = PushedNight> {
  change: CalendarChange
  nights: N[]
}

const sentSettings = [
  'available',
  'availableUnits',
  'price',
  'minNights',
  'maxNights',
  'closedToArrival',
  'closedToDeparture',
] as const

const settingsOf = (night: PushedNight): Partial<CalendarChange> =>
  Object.fromEntries(
    sentSettings.flatMap((name) => {
      const value = night[name] ?? null
      return value === null ? [] : [[name, value]]
    }),
  )

function continues<N extends PushedNight>(planned: PlannedChange<N>, night: N): boolean {
  const last = planned.nights.at(-1)
  return (
    last !== undefined &&
    last.listingId === night.listingId &&
    last.listingExternalId === night.listingExternalId &&
    dayAfter(last.date) === night.date &&
    JSON.stringify(settingsOf(last)) === JSON.stringify(settingsOf(night))
  )
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Consecutive nights with equal settings become one change. One listing may be several units at the vendor. */
export function planChanges<N extends PushedNight>(nights: readonly N[]): PlannedChange<N>[] {
  const sorted = nights.toSorted(
    (a, b) =>
      inOrder(a.listingId, b.listingId) ||
      inOrder(a.listingExternalId, b.listingExternalId) ||
      inOrder(a.date, b.date),
  )
  const planned: PlannedChange<N>[] = []
  for (const night of sorted) {
    const last = planned.at(-1)
    if (last && continues(last, night)) {
      last.nights.push(night)
      last.change.to = night.date
      continue
    }
    const { listingExternalId, unitCount, currency, date } = night
    const change = { listingExternalId, unitCount, currency, from: date, to: date, ...settingsOf(night) }
    planned.push({ change, nights: [night] })
  }
  return planned
}

/** Splits changes into batches that each fit into one call. */
export function planBatches<N extends PushedNight>(
  nights: readonly N[],
  { changes, listings }: CalendarWrites['batch'],
): PlannedChange<N>[][] {
  const batches: PlannedChange<N>[][] = []
  for (const planned of planChanges(nights)) {
    const batch = batches.at(-1)
    const fits =
      batch !== undefined &&
      batch.length < changes &&
      (listings === 'many' || batch[0]?.change.listingExternalId === planned.change.listingExternalId)
    if (fits) batch.push(planned)
    else batches.push([planned])
  }
  return batches
}
