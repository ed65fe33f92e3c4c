/** Decides from one of our calendars whether a channel's guest can have a stay. */
import type { StayQuestion } from '../../../connector-kit/app-webhook.ts'
import { addDays, daysBetween } from '../../../connector-kit/dates.ts'
import {
  firstNightAt,
  longestAheadDays,
  findStayRuleReason,
  type StoredNight,
} from '../../../records/calendar/public.ts'
import type { QuestionedListing } from './queries.ts'

export type StayObjection =
  'over' | 'too_far' | 'archived' | 'unread' | NonNullable<ReturnType<typeof findStayRuleReason>>

type JudgedListing = Pick<
  QuestionedListing,
  'keeper' | 'is_archived' | 'is_read' | 'unit_count' | 'min_nights' | 'max_nights' | 'own'
>

export const departureOf = ({ checkIn, nights }: StayQuestion) => addDays(checkIn, nights)

/** Returns an objection that needs no nights; undefined if the nights decide. */
export function reasonBefore(
  asked: JudgedListing,
  question: StayQuestion,
  now: Date,
): StayObjection | undefined {
  const first = firstNightAt(now)
  // For a stay that has begun, the channel asks about past nights as well.
  const earliest = [first, ...asked.own.map((own) => own.checkIn)].toSorted()[0] ?? first
  if (question.checkIn < earliest) return 'over'
  if (daysBetween(first, question.checkIn) + question.nights > longestAheadDays) return 'too_far'
  // A listing its keeper no longer has is not read any more, and may be sold anywhere.
  if (asked.is_archived && asked.keeper !== 'asker') return 'archived'
  return asked.keeper === 'other' && !asked.is_read ? 'unread' : undefined
}

/** `nights` must include the day of departure. */
export function reasonInNights(
  asked: JudgedListing,
  nights: readonly StoredNight[],
  { checkIn, nights: length }: StayQuestion,
): StayObjection | undefined {
  const known = asked.is_archived ? nights.map(withoutCalendar) : nights
  const stay = known.slice(0, length).map((night) => (holdsItself(asked, night) ? opened(night) : night))
  const [first, ...rest] = stay
  if (!first) return 'closed'
  const standing = Math.max(0, ...asked.own.map((own) => daysBetween(own.checkIn, own.checkOut)))
  const least = first.min_nights ?? asked.min_nights
  const most = first.max_nights ?? asked.max_nights
  const arrival = {
    ...first,
    // A changed stay may stay as short or long as it is, and keep its arrival and departure days.
    min_nights: least !== null && standing > 0 ? Math.min(least, standing) : least,
    max_nights: most === null ? null : Math.max(most, standing),
    closed_to_arrival: first.closed_to_arrival && !asked.own.some((own) => own.checkIn === checkIn),
  }
  const departure = known[length]
  const isKept = asked.own.some((own) => own.checkOut === departure?.date)
  const rules = { ...asked, person_capacity: null }
  return findStayRuleReason([arrival, ...rest], isKept ? undefined : departure, rules, 0)
}

const holdsItself = ({ own }: JudgedListing, { date }: StoredNight) =>
  own.some(({ checkIn, checkOut }) => checkIn <= date && date < checkOut)

/** The guest has this night already, whatever closed it. */
const opened = (night: StoredNight): StoredNight => ({
  ...night,
  unit_count: Math.max(1, night.unit_count),
  available: true,
  available_units: null,
  stays: 0,
  leaving: 0,
  uncounted: 0,
  blocked: 0,
})

/** Of a calendar that is not read any more only the stays count. */
const withoutCalendar = (night: StoredNight): StoredNight => ({
  ...night,
  available: null,
  available_units: null,
})
