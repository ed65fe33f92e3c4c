import { daysFrom } from '../../connector-kit/dates.ts'
import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { ofHome } from './approval.ts'
import { blockedDates, customPrices, homePath } from './calendar.ts'
import { byNight, overlaps, spansOf } from './nights.ts'

type RefusedChange = { index: number; message: string }

/**
 * Closed nights and prices are lists that are written as a whole: read, changed, and written if something
 * changes. Writing twice gives the same.
 */
export const calendarWrites: CalendarWrites = {
  fields: { available: true, price: true, minNights: false, maxNights: false },
  batch: { changes: 400, listings: 'one', within: 'listing' },

  async write(context, changes) {
    const [first] = changes
    if (first === undefined) return { refused: [] }
    const home = first.listingExternalId
    // Nights are written first: a sold one must not wait for its price.
    const closing = await writeClosed(context, home, changes)
    const pricing = await writePrices(context, home, changes)
    return { refused: [...closing, ...pricing] }
  },
}

async function writeClosed(
  context: VendorContext,
  home: string,
  changes: readonly CalendarChange[],
): Promise<RefusedChange[]> {
  if (changes.every(({ available }) => available === undefined)) return []
  const blocks = await blockedDates(context, home)
  const others = blocks.filter(({ type }) => type !== 'Local')
  const before = byNight(
    blocks.filter(({ type }) => type === 'Local'),
    () => true,
  )
  const closed = new Map(before)
  const refused: RefusedChange[] = []
  for (const [index, change] of changes.entries()) {
    const nights = daysFrom(change.from, change.to)
    const other = others.find((block) => overlaps(block, change))
    if (change.available === false) {
      const isKept = (night: string) => others.some(({ from, to }) => from <= night && night <= to)
      for (const night of nights) if (!isKept(night)) closed.set(night, true)
    }
    if (change.available !== true) continue
    if (other === undefined) for (const night of nights) closed.delete(night)
    else refused.push({ index, message: keptBy(other) })
  }
  await writeSpans(context, home, { part: 'blocked-dates', name: 'blockedDates', before, after: closed })
  return refused
}

const keptBy = ({ from, to, type }: { from: string; to: string; type?: string | null }): string =>
  type === 'Booking'
    ? `a booking at Plum Guide keeps the nights from ${from} to ${to} closed`
    : `another calendar keeps the nights from ${from} to ${to} closed at Plum Guide`

async function writePrices(
  context: VendorContext,
  home: string,
  changes: readonly CalendarChange[],
): Promise<RefusedChange[]> {
  if (changes.every(({ price }) => price === undefined)) return []
  const current = await customPrices(context, home)
  if (current === null) {
    const message = 'Plum Guide prices this home by a length of stay matrix, not by the night'
    return changes.flatMap(({ price }, index) => (price === undefined ? [] : [{ index, message }]))
  }
  const before = byNight(current, ({ price }) => price)
  const prices = new Map(before)
  for (const { from, to, price } of changes) {
    if (price !== undefined) for (const night of daysFrom(from, to)) prices.set(night, Number(price))
  }
  await writeSpans(context, home, { part: 'custom-prices', name: 'customPrices', before, after: prices })
  return []
}

interface Lists<V> {
  part: string
  name: string
  before: ReadonlyMap<string, V>
  after: ReadonlyMap<string, V>
}

async function writeSpans<V>(
  { http }: VendorContext,
  home: string,
  { part, name, before, after }: Lists<V>,
): Promise<void> {
  const isSame =
    before.size === after.size && [...after].every(([night, value]) => before.get(night) === value)
  if (isSame) return
  const spans = spansOf(after).map(({ value, ...span }) =>
    typeof value === 'number' ? { ...span, price: value } : span,
  )
  await ofHome(http.put(homePath(home, part), { body: { [name]: spans } }))
}
