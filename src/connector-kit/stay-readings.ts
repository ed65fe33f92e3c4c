/** Reads a booking's dates, party, price and channel. */
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

/** A stay needs both dates, in their order. */
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

/** A status missing from the vendor's table holds the nights until its meaning is known. */
const held = { status: 'pending' } as const

/** Reads a stay's status by the vendor's table. An unknown word holds the nights. */
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

/** Returns null for a guest without a name, email or phone. */
export function namedGuest(guest: GuestRecord): GuestRecord | null {
  const { firstName, lastName, email, phone } = guest
  return [firstName, lastName, email, phone].some((part) => part !== null && part !== undefined)
    ? guest
    : null
}

/** Splits a full name into its first word and the rest. */
export function namesIn(name: string | null): { firstName: string | null; lastName: string | null } {
  const [first, ...rest] = name?.split(/\s+/) ?? []
  return { firstName: first ?? null, lastName: rest.length === 0 ? null : rest.join(' ') }
}

type VendorGuestCounts = { [K in keyof OccupancyRecord]?: number | string | null | undefined }

/** Counts that the vendor does not give are null. */
export function partyOf({ adults, children, infants, pets, total }: VendorGuestCounts): OccupancyRecord {
  return {
    adults: wholeNumber(adults),
    children: wholeNumber(children),
    infants: wholeNumber(infants),
    pets: wholeNumber(pets),
    total: wholeNumber(total),
  }
}

/** Returns null if nothing is counted. */
export function countedParty(party: OccupancyRecord): OccupancyRecord | null {
  return Object.values(party).some((count) => count !== null) ? party : null
}

type VendorParts<T> = { [K in keyof T]?: T[K] | null | undefined }

/** Leaves out null, empty lists and empty objects; returns null when nothing is left. */
export function withoutEmpty<T extends object>(parts: VendorParts<T>): T | null {
  const isTold = (part: unknown) =>
    part !== null && part !== undefined && (typeof part !== 'object' || Object.keys(part).length > 0)
  const left = Object.entries(parts).filter(([, part]) => isTold(part))
  return left.length === 0 ? null : (Object.fromEntries(left) as T)
}

/** Amounts that the vendor does not give are left out, which is not the same as zero. */
export function financials({
  cancellationPolicy,
  host = {},
  guest = {},
}: {
  cancellationPolicy?: string | null
  host?: VendorParts<NonNullable<FinancialsRecord['host']>>
  guest?: VendorParts<NonNullable<FinancialsRecord['guest']>>
}): FinancialsRecord | null {
  return withoutEmpty<FinancialsRecord>({
    cancellationPolicy,
    host: withoutEmpty(host),
    guest: withoutEmpty(guest),
  })
}

export interface MoneyLineRecord {
  amount: string
  name?: string
  type?: string
}

/** Makes the only line of its kind; none if the vendor gives no amount. */
export function lineOf(amount: string | null, name: string, type?: string): MoneyLineRecord[] {
  return amount === null ? [] : [{ amount, name, ...(type === undefined ? {} : { type }) }]
}

type QuoteBreakdown = NonNullable<VendorQuote['breakdown']>

/** Sums up the lines of each part of a price. */
export function breakdownOf(
  lines: readonly { part: keyof QuoteBreakdown; amount: string }[],
): QuoteBreakdown {
  const parts: QuoteBreakdown = {}
  for (const { part, amount } of lines) parts[part] = addDecimals([parts[part] ?? '0', amount])
  return parts
}

/** A stay that cannot be booked gets this answer. */
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

/**
 * Returns the platform that carries a booking's messages; null for a source that only the booking itself
 * mentions.
 */
export function platformOf(source: StaySource | null): StayPlatform | null {
  return source === null ? null : (platforms[source] ?? null)
}

/** Inquiries name channels differently: `booking`, not `booking.com`. */
export function channelNamed(source: StaySource): string {
  return platformOf(source) ?? source
}

/** Reviews exist only on channels. */
export function reviewPlatform(source: StaySource | null): ReviewRecord['platform'] {
  const platform = platformOf(source)
  return platform === 'airbnb' || platform === 'booking' || platform === 'vrbo' ? platform : null
}
