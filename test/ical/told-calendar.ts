/** A listing whose calendar is told file by file, and what is known of it here after each. */
import { writeFile, type PeerEvent, type PeerPlatform } from '../../simulators/ical/files.ts'
import { nightsBetween } from '../../simulators/ical/peer.ts'
import { usualNow } from '../harness/app.ts'
import type { IcalWorld } from './ical-world.ts'

const usualToday = usualNow.slice(0, 10)
/** The day so many days after the one on which tests happen. */
export const day = (days: number) => String(Temporal.PlainDate.from(usualToday).add({ days }))

/** Days are counted from the one on which tests happen; `until` is the day of the check-out. */
export const stay = (
  code: string,
  first: number,
  until: number,
  more: Partial<PeerEvent> = {},
): PeerEvent => ({
  kind: 'booking',
  first: day(first),
  until: day(until),
  uid: `uid-of-${code}`,
  code,
  guest: 'Mia',
  ...more,
})
export const block = (uid: string, first: number, until: number): PeerEvent => ({
  ...stay('', first, until),
  kind: 'block',
  uid,
})

export interface ToldCalendar {
  listing: string
  feedId: string
  /** The next file, read as many times. */
  tell(events: readonly PeerEvent[], times?: number): Promise<void>
  /** The next file, as it is. */
  tellText(text: string, times?: number): Promise<void>
  /** `code check-in check-out status` of every reservation, in the order in which they became known, in days from today. */
  records(): Promise<string[]>
  ids(): Promise<string[]>
  /** Nights that cannot be booked, in days from today. */
  closed(): Promise<number[]>
  /** Units that are taken, by night. */
  taken(first: number, until: number): Promise<number[]>
  /** Events of the listing since it is followed, with the code of the reservation. */
  events(): Promise<string[]>
}

const dayCount = (date: string) =>
  Temporal.PlainDate.from(usualToday).until(date, { largestUnit: 'day' }).days

/** One at a time: the calendar before is followed no more, and it is the usual day again. */
export async function toldCalendar(
  world: IcalWorld,
  platform: PeerPlatform,
  first: readonly PeerEvent[],
  { units = 1, columns = {}, follow = {} }: { units?: number; columns?: object; follow?: object } = {},
): Promise<ToldCalendar> {
  world.app.clock.set(usualNow)
  await world.forgetFeeds()
  const listing = await world.listing({ unit_count: units, time_zone: 'Etc/UTC', ...columns })
  const peer = await world.peer(platform)
  const set = (text: string) => (peer.bad = { body: text })
  set(writeFile[platform](first))
  const feedId = await world.follow(listing, peer.url, { platform, ...follow })
  const rows = async () => {
    const { body } = await world.app.get(`/v1/reservations?listing_id=${listing}&limit=100`)
    return [...(body['data'] ?? [])].toSorted((a, b) => Number(a['id']) - Number(b['id']))
  }
  const calendar: ToldCalendar = {
    listing,
    feedId,
    tell: (events, times) => calendar.tellText(writeFile[platform](events), times),
    async tellText(text, times = 1) {
      set(text)
      for (let n = 0; n < times; n += 1) await world.readAll()
    },
    async records() {
      return (await rows()).map((row) =>
        [
          row['confirmationCode'],
          dayCount(String(row['checkIn'])),
          dayCount(String(row['checkOut'])),
          row['status'],
        ].join(' '),
      )
    },
    ids: async () => (await rows()).map((row) => String(row['id'])),
    async closed() {
      // A window of the calendar has at most 366 nights.
      const windows = [
        await world.closed(listing, day(0), day(365)),
        await world.closed(listing, day(366), day(700)),
      ]
      return windows.flat().map(dayCount)
    },
    async taken(from, until) {
      const left = await world.unitsLeft(listing, day(from), day(until - 1))
      return nightsBetween(day(from), day(until)).map((night) => units - (left.get(night) ?? Number.NaN))
    },
    async events() {
      const { body } = await world.app.get(`/v1/events?listing_id=${listing}&limit=100`)
      return [...(body['data'] ?? [])]
        .filter((event) => String(event['type']).startsWith('reservation.'))
        .map((event) => [event['type'], event['data']?.['object']?.['confirmationCode']].join(' '))
    },
  }
  return calendar
}
