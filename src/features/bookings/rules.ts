/** What bookings made here follow from. Pure. */
import type { ReservationCreateBody } from '../../contract/reservation-write.ts'
import { ApiError } from '../../platform/api-error.ts'
import { knownZone, todayAt } from '../../records/property-day.ts'

/** Two years: longer stays are mistyped dates. */
const longestStay = 731

/** Throws when the dates are no stay; `field` is the one that was sent. */
export function assertStay(
  { checkIn, checkOut }: { checkIn: string; checkOut: string },
  field: 'checkIn' | 'checkOut' | 'check_out' = 'checkOut',
  code: 'invalid_body' | 'invalid_params' = 'invalid_body',
): void {
  const nights = nightsBetween(checkIn, checkOut)
  const [received, place] =
    field === 'checkIn'
      ? [checkIn, `before the day of departure, ${checkOut}`]
      : [checkOut, `after the first night, ${checkIn}`]
  const refuse = (message: string) => new ApiError(code, message, { field, value_received: received })
  if (nights < 1) throw refuse(`\`${field}\` must lie ${place}.`)
  if (nights > longestStay) throw refuse(`A stay has at most ${longestStay} nights; this one has ${nights}.`)
}

/** Throws for a stay that would begin on a day that is over at the property. */
export function assertNotOver(
  checkIn: string,
  { time_zone: zone }: { time_zone: string | null },
  now: Date,
  {
    field = 'checkIn',
    code = 'invalid_body',
  }: { field?: string; code?: 'invalid_body' | 'invalid_params' } = {},
): void {
  const today = todayAt(zone, now)
  if (checkIn >= today) return
  throw new ApiError(
    code,
    `\`${field}\` is over: a stay can begin on ${today} or later. That is today at the property (${knownZone(zone)}).`,
    { field, value_received: checkIn },
  )
}

function nightsBetween(checkIn: string, checkOut: string): number {
  return Temporal.PlainDate.from(checkIn).until(checkOut).days
}

/** The nights of a stay, without the day of departure. */
export function nightsOf({ checkIn, checkOut }: { checkIn: string; checkOut: string }): string[] {
  const first = Temporal.PlainDate.from(checkIn)
  return Array.from({ length: nightsBetween(checkIn, checkOut) }, (_, n) => String(first.add({ days: n })))
}

/** From the first to the last night. */
export function stretchOf({
  listingId,
  checkIn,
  checkOut,
}: {
  listingId: string
  checkIn: string
  checkOut: string
}) {
  return { listingId, first: checkIn, last: String(Temporal.PlainDate.from(checkOut).subtract({ days: 1 })) }
}

/** Nights that are in one of the two and not in both, in order. */
export function differingNights(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set(a).symmetricDifference(new Set(b))].toSorted()
}

export interface Party {
  adults: number | null
  children: number | null
  infants: number | null
  pets: number | null
  total: number | null
}

/** null: nobody said how many come. */
export function partyOf(
  body: Pick<ReservationCreateBody, 'adults' | 'children' | 'guestCount'>,
): Party | null {
  const { adults = null, children = null, guestCount } = body
  if (adults === null && children === null && guestCount === undefined) return null
  // Children alone tell nothing of how many come in all.
  const counted = adults === null ? null : adults + (children ?? 0)
  return { adults, children, infants: null, pets: null, total: guestCount ?? counted }
}

/** How many the price is for; one where nobody said. Children alone do not come without anybody. */
export function pricedGuests(party: Partial<Party> | null): number {
  return party?.total ?? (party?.adults ?? 1) + (party?.children ?? 0)
}

/** Throws when the counts contradict each other. */
export function assertParty({
  adults = 0,
  children = 0,
  guestCount,
}: Pick<ReservationCreateBody, 'adults' | 'children' | 'guestCount'>): void {
  if (guestCount === undefined || adults + children <= guestCount) return
  throw new ApiError(
    'invalid_body',
    `\`guestCount\` is ${guestCount}, but \`adults\` and \`children\` make ${adults + children}.`,
    { field: 'guestCount', value_received: guestCount },
  )
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of a booking made here, from six random bytes. */
export function confirmationCode(random: Uint8Array): string {
  return `DIR-${[...random.slice(0, 6)].map((byte) => alphabet[byte % alphabet.length]).join('')}`
}

const channels: ReadonlySet<string> = new Set(['airbnb', 'booking.com', 'vrbo'])

/** A booking that a channel took: only the channel can change it. */
export const isChannel = (source: string | null): source is string => source !== null && channels.has(source)

/** Ids come as numbers or digits. */
export const idOf = (value: number | string): string => String(value)

/** In words, at most ten of them. */
export function describeDates(dates: readonly string[]): string {
  const shown = dates.slice(0, 10).join(', ')
  return dates.length > 10 ? `${shown} and ${dates.length - 10} more` : shown
}
