/**
 * The calendars of each platform. Pure. Sources: feeds of the three as fetched in October 2026, and their help pages;
 * see docs/decisions/0094-calendar-files-in.md.
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
  /** Hashed, because a file's event names can contain a guest's name. */
  uid: string
  label: string
  /** Confirmation code of a stay, where the file gives it. */
  code: string | null
  guestFirstName: string | null
  /** Held for a guest whose booking is not confirmed. */
  isTentative?: boolean
}

/** An event as one file has it. */
export interface FeedFileEvent extends FeedEvent {
  end: EndOfEvent
  lostZone: boolean
  /** Its words are not the platform's: it may be a stay that lost them. */
  lostWords: boolean
}

interface IcalPlatformTraits {
  hosts: RegExp
  /** The program that writes its files, or the end of their UIDs. */
  signs: RegExp
  source: NonNullable<ReservationRecord['source']>
  /**
   * What a block closes by default: one unit or the whole listing. Booking.com closes a night of a room type when no
   * room is left.
   */
  closes: 'unit' | 'listing'
  /** Assumed minutes between readings of our calendar, before any was seen: the longest interval known of the platform. */
  pullMinutes: number
  /** All events of its files have an end and none repeats. */
  isPlain: boolean
  /** Whether the platform uses this summary for blocks. */
  isBlock(summary: string): boolean
  read(event: ReadEvent): Pick<FeedEvent, 'kind' | 'code' | 'guestFirstName' | 'isTentative'>
}

const block = { kind: 'block', code: null, guestFirstName: null } as const

/** Vrbo's brands by country. */
const vrboBrands =
  'vrbo|homeaway|abritel|fewo-direkt|stayz|bookabach|toprural|homelidays|ownersdirect|vacationrentals|aluguetemporada'

/** From the booking's URL, which had two forms, or after the guest's name in files from before 2019. */
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
    // `Reserved` is a booking; `Airbnb (Not available)` is the host's block or follows from rules.
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
    // `CLOSED - Not available` stands for bookings and closures alike.
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
    // Unknown platforms do not distinguish bookings from blocks.
    read: () => block,
  },
}

const knownPlatforms = ['airbnb', 'booking', 'vrbo'] as const

export function platformOfHost(host: string): IcalPlatform {
  return knownPlatforms.find((name) => platforms[name].hosts.test(host.toLowerCase())) ?? 'other'
}

/** By the program that wrote the file, else by its UIDs, because files are also relayed. */
export function platformOfFile(prodId: string | null, uids: readonly (string | null)[]): IcalPlatform {
  const written = knownPlatforms.find((name) => prodId !== null && platforms[name].signs.test(prodId))
  if (written) return written
  const ends = new Set(uids.map((uid) => /@([^@/]+)(?:\/|$)/.exec(uid ?? '')?.[1] ?? ''))
  const [only] = ends
  return ends.size === 1 && only !== undefined ? platformOfHost(only) : 'other'
}

export const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Occurrences are distinguished by their start. */
function uidOf({ uid, repeats, first, until, summary }: ReadEvent): string {
  if (uid === null) return hash(`${first} ${until} ${summary}`)
  return repeats ? `${hash(uid)}/${first}` : hash(uid)
}

/** Events of the feed that are not over. */
export function feedEvents(
  platform: IcalPlatform,
  events: readonly ReadEvent[],
  { today, horizon }: { today: string; horizon: string },
): FeedFileEvent[] {
  return events
    .filter(({ first, until }) => until > today && first < horizon)
    .map((event) => {
      // Stays do not repeat: a recurring event closes nights and is no booking, whatever its words.
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
