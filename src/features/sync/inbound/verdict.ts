/** Whether a guest of a channel can have a stay, as far as one of our calendars says. Pure. */
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

/** What there is to say before any night is looked at; undefined: the nights decide. */
export function reasonBefore(
  asked: JudgedListing,
  question: StayQuestion,
  now: Date,
): StayObjection | undefined {
  const first = firstNightAt(now)
  // Of a stay that has begun the nights that are over are asked for as well.
  const earliest = [first, ...asked.own.map((own) => own.checkIn)].toSorted()[0] ?? first
  if (question.checkIn < earliest) return 'over'
  if (daysBetween(first, question.checkIn) + question.nights > longestAheadDays) return 'too_far'
  // What its keeper no longer has is not followed any more, and may be sold anywhere.
  if (asked.is_archived && asked.keeper !== 'asker') return 'archived'
  return asked.keeper === 'other' && !asked.is_read ? 'unread' : undefined
}

/** `nights` has the day of the departure as well. */
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
    // A stay may go on being as short, as long, and from and to the days, as it is.
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

/** The guest has the night already, whatever closed it. */
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
