/** Finds the rules of its listing that a stay breaks, and their dry-run warnings. Pure. */
import { addDays, daysBetween } from '../../connector-kit/dates.ts'
import type { Quote } from '../../contract/quotes.ts'
import type { StayWarning } from '../../contract/stay-warnings.ts'
import {
  brokenCalendarRules,
  isFull,
  stayLengths,
  unitsLeft,
  type StoredNight,
} from '../../records/calendar/public.ts'
import type { BookingRules } from './quote-queries.ts'
import { describeDates } from './rules.ts'

export interface JudgedStay {
  checkIn: string
  checkOut: string
  guests: number
  children: number
  pets: number
}

/** Quotes do not take children. */
export type JudgedRule = NonNullable<Quote['reason']> | 'no_children'

/** The nights of the stay and the turnover days around it. */
export function stretchToJudge(
  { listingId, checkIn, checkOut }: { listingId: string; checkIn: string; checkOut: string },
  { turnover_days: turnover }: BookingRules,
) {
  const around = Math.min(turnover, longestTurnover)
  return { listingId, first: addDays(checkIn, -around), last: addDays(checkOut, Math.max(0, around - 1)) }
}

const longestTurnover = 31

/** Every broken rule, most important first. `days` cover `stretchToJudge`; `today` is the property's date. */
export function listBrokenStayRules(
  stay: JudgedStay,
  days: readonly StoredNight[],
  rules: BookingRules,
  today: string,
): JudgedRule[] {
  const { checkIn, checkOut, guests, children, pets } = stay
  const departure = days.find(({ date }) => date === checkOut)
  const others = days.filter(({ date }) => date < checkIn || date >= checkOut)
  const more = {
    no_children: children > 0 && rules.refuses_children,
    short_notice: daysBetween(today, checkIn) < rules.notice_days,
    turnover: rules.turnover_days > 0 && others.some(isFull),
    no_pets: pets > 0 && rules.refuses_pets,
  }
  return [
    ...brokenCalendarRules(nightsOfStay(stay, days), departure, rules, guests),
    ...(Object.keys(more) as (keyof typeof more)[]).filter((rule) => more[rule]),
  ]
}

export const nightsOfStay = (
  { checkIn, checkOut }: Pick<JudgedStay, 'checkIn' | 'checkOut'>,
  days: readonly StoredNight[],
) => days.filter(({ date }) => checkIn <= date && date < checkOut)

/** Warnings for rules that the booking does not enforce itself; it checks taken nights. */
export function toStayWarnings(
  stay: JudgedStay,
  days: readonly StoredNight[],
  rules: BookingRules,
  today: string,
): StayWarning[] {
  return listBrokenStayRules(stay, days, rules, today).flatMap((rule) =>
    rule === 'taken' || rule === 'no_pets' ? [] : [{ rule, ...wordsFor[rule](stay, days, rules) }],
  )
}

type WarningWords = Omit<StayWarning, 'rule'>
type RuleWarningTexts = (stay: JudgedStay, days: readonly StoredNight[], rules: BookingRules) => WarningWords

const wordsFor: Record<Exclude<JudgedRule, 'taken' | 'no_pets'>, RuleWarningTexts> = {
  closed: (stay, days) => {
    const dates = nightsOfStay(stay, days)
      .filter((night) => unitsLeft(night) < 1)
      .map(({ date }) => date)
    return { field: 'checkIn', dates, message: `Closed in the calendar: ${describeDates(dates)}.` }
  },
  min_nights: (stay, days, rules) => {
    const nights = nightsOfStay(stay, days)
    const { shortest: limit } = stayLengths(nights, rules)
    const message = `A stay that begins on ${stay.checkIn} has at least ${limit} nights; this one has ${nights.length}.`
    return { field: 'checkOut', limit, message }
  },
  max_nights: (stay, days, rules) => {
    const nights = nightsOfStay(stay, days)
    const limit = stayLengths(nights, rules).longest ?? nights.length
    const message = `A stay that begins on ${stay.checkIn} has at most ${limit} nights; this one has ${nights.length}.`
    return { field: 'checkOut', limit, message }
  },
  no_arrival: ({ checkIn }) => ({ field: 'checkIn', message: `No stay begins on ${checkIn}.` }),
  no_departure: ({ checkOut }) => ({ field: 'checkOut', message: `No stay ends on ${checkOut}.` }),
  too_many_guests: ({ guests }, _, { person_capacity: capacity }) => {
    const limit = capacity ?? guests
    return { field: 'guestCount', limit, message: `The home takes ${limit} guests; ${guests} come.` }
  },
  no_children: () => ({ field: 'children', message: 'The home takes no children.' }),
  short_notice: ({ checkIn }, _, { notice_days: limit }) => ({
    field: 'checkIn',
    limit,
    message: `A stay is booked ${limit} days ahead; ${checkIn} is sooner.`,
  }),
  turnover: (stay, days, { turnover_days: limit }) => {
    const dates = days
      .filter((night) => (night.date < stay.checkIn || night.date >= stay.checkOut) && isFull(night))
      .map(({ date }) => date)
    return {
      field: 'checkIn',
      limit,
      dates,
      message: `${limit} days between stays are kept free; others stay on ${describeDates(dates)}.`,
    }
  },
}
