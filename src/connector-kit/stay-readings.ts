/** What every booking tells of: its dates, who comes, what it costs, and the channel that brought it. */
import type {
  ConversationRecord,
  FinancialsRecord,
  GuestRecord,
  OccupancyRecord,
  ReservationRecord,
  ReviewRecord,
} from '../contract/records.ts'
import { civilDate } from './dates.ts'
import { addDecimals } from './money.ts'
import { meaningOf, wholeNumber } from './readings.ts'
import { EssentialMissing } from './tolerance/essentials.ts'
import { noteUnread } from './tolerance/unread-fields.ts'
import type { VendorQuote } from './write-operations.ts'

/** The dates of a stay, which has both, in their order. */
export function stayDates(
  arrival: string | null | undefined,
  departure: string | null | undefined,
): { checkIn: string; checkOut: string } {
  const [checkIn, checkOut] = [stayDate('arrival', arrival), stayDate('departure', departure)]
  if (checkOut < checkIn) throw new EssentialMissing(`leaves on ${checkOut}, before arriving on ${checkIn}`)
  return { checkIn, checkOut }
}

function stayDate(name: string, value: string | null | undefined): string {
  try {
    const date = civilDate(value)
    if (date !== null) return date
  } catch (error) {
    throw new EssentialMissing(error instanceof Error ? error.message : name, { cause: error })
  }
  throw new EssentialMissing(`a stay without dates: without ${name}`)
}

/** What a status means that no table of the vendor has: the nights are held until it is known, and it is noted. */
const held = { status: 'pending' } as const

/** The meaning of a stay's status by the vendor's table. A word that nobody knows holds the nights. */
export function heldStatus<T>(
  table: Readonly<Record<string, T>>,
  word: unknown,
  field = 'status',
): T | typeof held {
  const meaning = meaningOf(table, word)
  if (meaning !== undefined) return meaning
  noteUnread(field, word)
  return held
}

/** null while nobody is named and there is no way to reach anybody. */
export function namedGuest(guest: GuestRecord): GuestRecord | null {
  const { firstName, lastName, email, phone } = guest
  return [firstName, lastName, email, phone].some((part) => part !== null && part !== undefined)
    ? guest
    : null
}

/** A name in one piece: the first word of it, and the rest. */
export function namesIn(name: string | null): { firstName: string | null; lastName: string | null } {
  const [first, ...rest] = name?.split(/\s+/) ?? []
  return { firstName: first ?? null, lastName: rest.length === 0 ? null : rest.join(' ') }
}

type VendorGuestCounts = { [K in keyof OccupancyRecord]?: number | string | null | undefined }

/** Who comes; null for what is not told. */
export function partyOf({ adults, children, infants, pets, total }: VendorGuestCounts): OccupancyRecord {
  return {
    adults: wholeNumber(adults),
    children: wholeNumber(children),
    infants: wholeNumber(infants),
    pets: wholeNumber(pets),
    total: wholeNumber(total),
  }
}

/** null where nothing is counted. */
export function countedParty(party: OccupancyRecord): OccupancyRecord | null {
  return Object.values(party).some((count) => count !== null) ? party : null
}

type VendorParts<T> = { [K in keyof T]?: T[K] | null | undefined }

/** The parts that say something: without null, empty lists and empty objects; null when nothing is left. */
export function told<T extends object>(parts: VendorParts<T>): T | null {
  const isTold = (part: unknown) =>
    part !== null && part !== undefined && (typeof part !== 'object' || Object.keys(part).length > 0)
  const left = Object.entries(parts).filter(([, part]) => isTold(part))
  return left.length === 0 ? null : (Object.fromEntries(left) as T)
}

/** Parts that the vendor does not tell are left out, which is not the same as zero. */
export function financials({
  cancellationPolicy,
  host = {},
  guest = {},
}: {
  cancellationPolicy?: string | null
  host?: VendorParts<NonNullable<FinancialsRecord['host']>>
  guest?: VendorParts<NonNullable<FinancialsRecord['guest']>>
}): FinancialsRecord | null {
  return told<FinancialsRecord>({ cancellationPolicy, host: told(host), guest: told(guest) })
}

export interface MoneyLineRecord {
  amount: string
  name?: string
  type?: string
}

/** The only line of its kind; none where the vendor tells no amount. */
export function lineOf(amount: string | null, name: string, type?: string): MoneyLineRecord[] {
  return amount === null ? [] : [{ amount, name, ...(type === undefined ? {} : { type }) }]
}

type QuoteBreakdown = NonNullable<VendorQuote['breakdown']>

/** The parts of a price, each the sum of the lines that belong to it. */
export function breakdownOf(
  lines: readonly { part: keyof QuoteBreakdown; amount: string }[],
): QuoteBreakdown {
  const parts: QuoteBreakdown = {}
  for (const { part, amount } of lines) parts[part] = addDecimals([parts[part] ?? '0', amount])
  return parts
}

/** The answer to a stay that cannot be had. */
export function notOffered(restrictions: string[]): VendorQuote {
  return { available: false, total: null, currency: null, restrictions }
}

export type StaySource = NonNullable<ReservationRecord['source']>
export type StayPlatform = NonNullable<ConversationRecord['platform']>

const platforms: Partial<Record<StaySource, StayPlatform>> = {
  airbnb: 'airbnb',
  'booking.com': 'booking',
  vrbo: 'vrbo',
  website: 'website',
}

/** Where messages of a booking with this source go; null where only the booking itself tells. */
export function platformOf(source: StaySource | null): StayPlatform | null {
  return source === null ? null : (platforms[source] ?? null)
}

/** The channel as inquiries name it: `booking`, not `booking.com`. */
export function channelNamed(source: StaySource): string {
  return platformOf(source) ?? source
}

/** Only channels have reviews. */
export function reviewPlatform(source: StaySource | null): ReviewRecord['platform'] {
  const platform = platformOf(source)
  return platform === 'airbnb' || platform === 'booking' || platform === 'vrbo' ? platform : null
}
