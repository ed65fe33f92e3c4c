/** Reads and writes the calendar of a sandbox account. */
import type { VendorOperations } from '../../connector-kit/connector.ts'
import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import type { CalendarDayRecord, ReservationRecord } from '../../contract/records.ts'
import { accountIn, type SandboxAccount } from './account.ts'
import { ownNights, ownTakings, insertOwnRecord, ownRecord, type TakenRange } from './queries.ts'

interface SandboxNightRange {
  listingExternalId: string
  from: string
  to: string
}

const settings = [
  'available',
  'price',
  'minNights',
  'maxNights',
  'availableUnits',
  'closedToArrival',
  'closedToDeparture',
] as const
type SandboxNightSetting = Pick<CalendarChange, (typeof settings)[number]>

function datesOf({ from, to }: Pick<SandboxNightRange, 'from' | 'to'>): string[] {
  const first = Temporal.PlainDate.from(from)
  const nights = first.until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days + 1
  return Array.from({ length: Math.max(0, nights) }, (_, night) => first.add({ days: night }).toString())
}

const keyOf = (listingExternalId: string, date: string) => `${listingExternalId}/${date}`

/** Returns the stays that occupy nights; those stored by this account override the stored records. */
async function takings(account: SandboxAccount, listingExternalId: string): Promise<Map<string, TakenRange>> {
  const taken = await ownTakings(account, listingExternalId)
  for (const [externalId, stay] of await ownRecord<ReservationRecord>(account, 'stay')) {
    const takes = stay.status !== 'cancelled' && stay.listingExternalId === listingExternalId
    if (takes) taken.set(externalId, stay)
    else taken.delete(externalId)
  }
  return taken
}

/** `but` is a stay to ignore; `first` are stays that may not be stored yet. */
export async function calendarIn(
  account: SandboxAccount,
  range: SandboxNightRange,
  options: { unitCount?: number; but?: string | undefined; first?: readonly ReservationRecord[] } = {},
): Promise<CalendarDayRecord[]> {
  const { listingExternalId } = range
  const { unitCount = 1, but, first = [] } = options
  const own = await takings(account, listingExternalId)
  const storedIds = new Set([...own.keys(), ...(await ownRecord(account, 'stay')).keys()])
  const stays = [
    ...[...own].filter(([id]) => id !== but).map(([, stay]) => stay),
    ...first.filter(
      (stay) => stay.listingExternalId === listingExternalId && !storedIds.has(stay.externalId),
    ),
  ]
  const { usual, nights } = await ownNights(account, range)
  const set = await ownRecord<SandboxNightSetting>(account, 'night')
  return datesOf(range).map((date) => {
    const night = { ...usual, ...nights.get(date), ...set.get(keyOf(listingExternalId, date)) }
    const taken = stays.filter(({ checkIn, checkOut }) => checkIn <= date && date < checkOut).length
    const free = Math.max(0, unitCount - taken)
    const left = night.available === false ? 0 : Math.min(free, night.availableUnits ?? free)
    const { price, minNights, maxNights, closedToArrival, closedToDeparture } = night
    const closed = {
      ...(closedToArrival === undefined ? {} : { closedToArrival }),
      ...(closedToDeparture === undefined ? {} : { closedToDeparture }),
    }
    return { date, available: left > 0, availableUnits: left, price, minNights, maxNights, ...closed }
  })
}

/** `first` are the stays the account had when it was connected. */
export const readNights = (
  first: (now: Date) => ReservationRecord[],
): NonNullable<VendorOperations['calendar']> => ({
  range: (context, { listing: { externalId, unitCount }, from, to }) =>
    calendarIn(
      accountIn(context),
      { listingExternalId: externalId, from, to },
      { unitCount, first: first(context.now()) },
    ),
})

/** A fixture's calendar contains only seeded nights. */
export const readSeededNights: NonNullable<VendorOperations['calendar']> = {
  async range(context, { listing: { externalId, unitCount }, from, to }) {
    const range = { listingExternalId: externalId, from, to }
    const account = accountIn(context)
    const { nights } = await ownNights(account, range)
    const days = await calendarIn(account, range, { unitCount })
    return days.filter(({ date }) => nights.has(date))
  },
}

async function write(account: SandboxAccount, change: CalendarChange): Promise<string | null> {
  const { listingExternalId, from, to, unitCount, available } = change
  if (available === true) {
    const taken = [...(await takings(account, listingExternalId)).values()]
    const full = datesOf(change).find(
      (date) =>
        taken.filter(({ checkIn, checkOut }) => checkIn <= date && date < checkOut).length >= unitCount,
    )
    if (full !== undefined) return `The night of ${full} is booked.`
  }
  const record: Partial<SandboxNightSetting> = Object.fromEntries(
    settings.flatMap((name) => (change[name] === undefined ? [] : [[name, change[name]]])),
  )
  const nights = datesOf({ from, to })
  await insertOwnRecord(
    account,
    'night',
    nights.map((date) => ({ externalId: keyOf(listingExternalId, date), record })),
  )
  return null
}

export const calendarWrites = ({ fields, batch }: Omit<CalendarWrites, 'write'>): CalendarWrites => ({
  fields,
  batch,
  async write(context, changes) {
    const account = accountIn(context)
    const refused: { index: number; message: string }[] = []
    for (const [index, change] of changes.entries()) {
      const message = await write(account, change)
      if (message !== null) refused.push({ index, message })
    }
    return { refused }
  },
})
