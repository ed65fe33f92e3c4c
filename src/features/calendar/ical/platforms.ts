/**
 * What the calendars of each platform look like, and what can be told from them. Pure. Sources: feeds of the three as they
 * were fetched in October 2026, and their help pages; see docs/decisions/0094-calendar-files-in.md.
 */
import { createHash } from 'node:crypto'
import type { IcalPlatform } from '../../../contract/ical.ts'
import type { ReservationRecord } from '../../../contract/records.ts'
import type { EndOfEvent, ReadEvent } from './file/read-events.ts'
import { isBlockSummary, readSummary } from './platform-words.ts'

export interface FeedEvent {
  kind: 'stay' | 'block'
  first: string
  until: string
  /** Hashes: what a file calls its events can name a guest. */
  uid: string
  label: string
  /** Of a stay, as far as the file says. */
  code: string | null
  guestFirstName: string | null
  /** It is held for somebody whose booking is not confirmed. */
  isTentative?: boolean
}

/** An event as one file has it. */
export interface FeedFileEvent extends FeedEvent {
  end: EndOfEvent
  lostZone: boolean
  /** Its words are none that the platform writes: it may be a stay that lost them. */
  lostWords: boolean
}

interface IcalPlatformTraits {
  hosts: RegExp
  /** Of the program that writes its files, or at the end of UIDs. */
  signs: RegExp
  source: NonNullable<ReservationRecord['source']>
  /**
   * What a block closes unless told: one unit, or all of the listing. Booking.com closes a night of a room type when no room
   * of it is left.
   */
  closes: 'unit' | 'listing'
  /** Minutes between two readings of our calendar, before any was seen: the longest that is told of the platform. */
  pullMinutes: number
  /** Every event of its files has an end, and none repeats. */
  isPlain: boolean
  /** Whether it calls blocks so. */
  isBlock(summary: string): boolean
  read(event: ReadEvent): Pick<FeedEvent, 'kind' | 'code' | 'guestFirstName' | 'isTentative'>
}

const block = { kind: 'block', code: null, guestFirstName: null } as const

/** Vrbo's, in the countries of each. */
const vrboBrands =
  'vrbo|homeaway|abritel|fewo-direkt|stayz|bookabach|toprural|homelidays|ownersdirect|vacationrentals|aluguetemporada'

/** In the address of the booking, which had two forms, or behind the guest's name in files of before 2019. */
function airbnbCode({ summary, description, url }: ReadEvent): string | null {
  const address = /(?:\/reservations\/details\/|[?&]code=)([A-Z0-9]{6,14})\b/
  const [, ofAddress] = address.exec(description) ?? address.exec(url) ?? []
  return ofAddress ?? /\((HM[A-Z0-9]{6,10})\)\s*$/.exec(summary)?.[1] ?? null
}

export const platforms: Record<IcalPlatform, IcalPlatformTraits> = {
  airbnb: {
    hosts: /(^|\.)airbnb\.[a-z.]+$/,
    signs: /airbnb/i,
    source: 'airbnb',
    closes: 'unit',
    pullMinutes: 180,
    isPlain: true,
    isBlock: isBlockSummary,
    // `Reserved` is a booking; `Airbnb (Not available)` a block of the host, or what follows from rules.
    read: (event) => {
      const code = airbnbCode(event)
      if (code === null && readSummary(event.summary.trim()).kind !== 'reserved') return block
      return { kind: 'stay', code, guestFirstName: null }
    },
  },
  booking: {
    hosts: /(^|\.)booking\.com$/,
    signs: /booking\.com/i,
    source: 'booking.com',
    closes: 'listing',
    pullMinutes: 120,
    isPlain: true,
    isBlock: () => true,
    // `CLOSED - Not available` for bookings and closures alike.
    read: () => block,
  },
  vrbo: {
    hosts: new RegExp(`(^|\\.)(${vrboBrands})\\.[a-z.]+$`),
    signs: new RegExp(vrboBrands, 'i'),
    source: 'vrbo',
    closes: 'unit',
    pullMinutes: 360,
    isPlain: true,
    isBlock: isBlockSummary,
    read: ({ summary }) => {
      const { kind, name } = readSummary(summary.trim())
      if (kind !== 'reserved' && kind !== 'tentative') return block
      const stay = { kind: 'stay', code: null, guestFirstName: name } as const
      return kind === 'tentative' ? { ...stay, isTentative: true } : stay
    },
  },
  other: {
    hosts: /^$/,
    signs: /^$/,
    source: 'other',
    closes: 'unit',
    pullMinutes: 360,
    isPlain: false,
    isBlock: () => true,
    // Nobody says what is what.
    read: () => block,
  },
}

const knownPlatforms = ['airbnb', 'booking', 'vrbo'] as const

export function platformOfHost(host: string): IcalPlatform {
  return knownPlatforms.find((name) => platforms[name].hosts.test(host.toLowerCase())) ?? 'other'
}

/** By the program that wrote the file, else by its UIDs: files are also passed on by others. */
export function platformOfFile(prodId: string | null, uids: readonly (string | null)[]): IcalPlatform {
  const written = knownPlatforms.find((name) => prodId !== null && platforms[name].signs.test(prodId))
  if (written) return written
  const ends = new Set(uids.map((uid) => /@([^@/]+)(?:\/|$)/.exec(uid ?? '')?.[1] ?? ''))
  const [only] = ends
  return ends.size === 1 && only !== undefined ? platformOfHost(only) : 'other'
}

export const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** An occurrence begins as the others of its rule do. */
function uidOf({ uid, repeats, first, until, summary }: ReadEvent): string {
  if (uid === null) return hash(`${first} ${until} ${summary}`)
  return repeats ? `${hash(uid)}/${first}` : hash(uid)
}

/** What the feed says of nights, without those that are over. */
export function feedEvents(
  platform: IcalPlatform,
  events: readonly ReadEvent[],
  { today, horizon }: { today: string; horizon: string },
): FeedFileEvent[] {
  return events
    .filter(({ first, until }) => until > today && first < horizon)
    .map((event) => {
      // No stay repeats: whatever such an event is called, it closes its nights and is no booking.
      const told = event.repeats ? block : platforms[platform].read(event)
      return {
        ...told,
        first: event.first,
        until: event.until < horizon ? event.until : horizon,
        uid: uidOf(event),
        label: hash(event.summary),
        end: event.end,
        lostZone: event.lostZone,
        lostWords: told.kind === 'block' && !event.repeats && !platforms[platform].isBlock(event.summary),
      }
    })
}
