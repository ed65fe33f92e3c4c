/** Writes nights in B.XML's form: one property and one month per request, every night once. Pure. */
import { xml } from '../../connector-kit/xml-write.ts'
import type { Xml } from '../../connector-kit/xml.ts'

/**
 * The names are B.XML's. Rooms to sell belong to the room, all else to the rate; `price1` is the price for a
 * single guest.
 */
export type NightSettings = Readonly<
  Partial<
    Record<
      | 'roomstosell'
      | 'price'
      | 'price1'
      | 'closed'
      | 'closedonarrival'
      | 'closedondeparture'
      | 'minimumstay'
      | 'maximumstay'
      | 'minimumstay_arrival'
      | 'maximumstay_arrival',
      string | number
    >
  >
>

export interface NightToWrite {
  roomId: string
  rateId: string
  date: string
  settings: NightSettings
}

/**
 * Makes a request for each month. If a night has several settings the later one counts, since the vendor
 * would take the first.
 */
export function monthsOf(newNights: readonly NightToWrite[]): Xml[] {
  const nights = new Map<string, NightToWrite>()
  for (const night of newNights) {
    const key = `${night.roomId} ${night.rateId} ${night.date}`
    const settings = { ...nights.get(key)?.settings, ...night.settings }
    if (Object.keys(settings).length > 0) nights.set(key, { ...night, settings })
  }
  const months = Map.groupBy(nights.values(), ({ date }) => date.slice(0, 7))
  return [...months.values()].map((ofMonth) => {
    const rooms = [...Map.groupBy(ofMonth, ({ roomId }) => roomId)]
    return xml(
      'request',
      {},
      xml('version', {}, '1.0'),
      rooms.map(([id, ofRoom]) => xml('room', { id }, alikeIn(ofRoom))),
    )
  })
}

/**
 * Joins nights with the same settings. Each is named by itself, because it is unknown if ranges include their
 * end.
 */
function alikeIn(nights: readonly NightToWrite[]): Xml[] {
  const groups = Map.groupBy(nights, ({ rateId, settings }) => JSON.stringify([rateId, settings]))
  return [...groups.values()].map((alike) => {
    const [{ rateId, settings } = { rateId: '', settings: {} }] = alike
    const days = alike.map(({ date }, index) => [alike.length === 1 ? 'value' : `value${index + 1}`, date])
    const parts = Object.entries(settings).map(([name, value]) => xml(name, {}, value))
    return xml('date', Object.fromEntries(days), xml('rate', { id: rateId }), parts)
  })
}
