/** Nights in the form in which B.XML takes them: one property and one month in a request, every night once. Pure. */
import { xml } from '../../connector-kit/xml-write.ts'
import type { Xml } from '../../connector-kit/xml.ts'

/** By the names of B.XML. Rooms to sell are the room's, everything else is the rate's; `price1` is what one guest alone pays. */
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

/** A request for each month. Of several settings of a night the later one counts: the vendor would take the first. */
export function monthsOf(wanted: readonly NightToWrite[]): Xml[] {
  const nights = new Map<string, NightToWrite>()
  for (const night of wanted) {
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

/** Nights with the same settings stand together. They are named one by one: whether an end is included is not known. */
function alikeIn(nights: readonly NightToWrite[]): Xml[] {
  const groups = Map.groupBy(nights, ({ rateId, settings }) => JSON.stringify([rateId, settings]))
  return [...groups.values()].map((alike) => {
    const [{ rateId, settings } = { rateId: '', settings: {} }] = alike
    const days = alike.map(({ date }, index) => [alike.length === 1 ? 'value' : `value${index + 1}`, date])
    const parts = Object.entries(settings).map(([name, value]) => xml(name, {}, value))
    return xml('date', Object.fromEntries(days), xml('rate', { id: rateId }), parts)
  })
}
