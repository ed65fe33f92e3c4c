/** The nights of one listing in one week; drawn anew only when one of them changes. */
import { memo } from 'preact/compat'
import { addDays, weekdayDate, weekdayOf } from '../format/dates.ts'
import { money, shortAmount } from '../format/money.ts'
import { text, wordFor } from '../text/text.ts'
import type { CalendarNight } from './calendar-data.ts'
import { daysPerWeek, weekWidth } from './calendar-size.ts'
import type { ListingHolidays } from './use-holidays.ts'
import type { NightMark } from './night-marks.ts'

export interface WeekCellsProps {
  week: number
  firstDay: string
  nights: ReadonlyMap<string, CalendarNight> | undefined
  currency: string | null
  /** The civil date at the listing, which may be another than the reader's. */
  today: string
  marks: ReadonlyMap<string, readonly NightMark[]> | undefined
  holidays: ListingHolidays | undefined
  /** First and last chosen day of this week, and the one that has the focus; -1 for none. */
  chosenFrom: number
  chosenTo: number
  active: number
}

/** Numbers of nights and rooms are few, and each takes long to put into words. */
const countTexts = new Map<string, string>()

function countText(key: 'calendar.left' | 'calendar.minimum', count: number): string {
  const words = countTexts.get(`${key} ${count}`) ?? text(key, { count })
  countTexts.set(`${key} ${count}`, words)
  return words
}

const stateOf = (night: CalendarNight): 'unknown' | 'free' | 'taken' =>
  !night.isKnown ? 'unknown' : night.available ? 'free' : 'taken'

/** What a cell says to who cannot see it. */
function labelOf(
  date: string,
  night: CalendarNight | undefined,
  { currency, marks, holidays }: Pick<WeekCellsProps, 'currency' | 'marks' | 'holidays'>,
): string {
  const holiday = holidays?.get(date)
  const day = holiday === undefined ? weekdayDate(date) : `${weekdayDate(date)} (${holiday})`
  if (!night) return day
  return [
    day,
    text(`calendar.${stateOf(night)}`),
    ...(night.price === null ? [] : [money(night.price, currency)]),
    ...(night.availableUnits > 1 ? [countText('calendar.left', night.availableUnits)] : []),
    ...(night.minNights > 1 ? [countText('calendar.minimum', night.minNights)] : []),
    ...(night.closedToArrival ? [text('calendar.noArrival')] : []),
    ...(night.closedToDeparture ? [text('calendar.noDeparture')] : []),
    ...(marks?.get(date) ?? []).map(
      ({ channel, state }) => `${wordFor('provider', channel)}: ${wordFor('nightState', state)}`,
    ),
  ].join(', ')
}

const classOf = (
  date: string,
  night: CalendarNight | undefined,
  { isToday, isChosen, isHoliday }: { isToday: boolean; isChosen: boolean; isHoliday: boolean },
): string => {
  let name = `night ${night === undefined ? 'waiting' : stateOf(night)}`
  if (weekdayOf(date) % 6 === 0) name += ' weekend'
  if (night?.closedToArrival === true) name += ' no-arrival'
  if (night?.closedToDeparture === true) name += ' no-departure'
  if (isHoliday) name += ' holiday'
  if (isToday) name += ' today'
  if (isChosen) name += ' chosen'
  return name
}

/** A dot per channel; its words stand in the label and in the panel. */
const Marks = ({ marks }: { marks: readonly NightMark[] }) => (
  <span class="marks" aria-hidden="true">
    {marks.map(({ channel, state }) => (
      <i key={channel} class={`mark ${state}`} />
    ))}
  </span>
)

/** What a cell shows in lines. A value that the night before has too is only noise. */
function valuesOf(night: CalendarNight, before: CalendarNight | undefined): string {
  const lines: string[] = []
  if (night.availableUnits > 1) lines.push(`×${night.availableUnits}`)
  if (!night.isKnown) lines.push('?')
  else if (night.price !== null && before?.price !== night.price) lines.push(shortAmount(night.price))
  if (night.minNights > 1 && before?.minNights !== night.minNights) lines.push(`≥${night.minNights}`)
  return lines.join('\n')
}

const weeks = new Map<string, readonly string[]>()

/** The dates of a week; every listing has the same. */
function datesOf(firstDay: string, week: number): readonly string[] {
  const monday = addDays(firstDay, week * daysPerWeek)
  const dates = weeks.get(monday) ?? Array.from({ length: daysPerWeek }, (_, place) => addDays(monday, place))
  weeks.set(monday, dates)
  return dates
}

/** Other weeks of the listing may have come or gone: only what this one shows counts. */
function isSameWeek(one: WeekCellsProps, other: WeekCellsProps): boolean {
  const { nights, marks, ...rest } = one
  const { nights: otherNights, marks: otherMarks, ...otherRest } = other
  const names = Object.keys(rest) as (keyof typeof rest)[]
  if (names.some((name) => rest[name] !== otherRest[name])) return false
  return datesOf(one.firstDay, one.week).every(
    (date) => nights?.get(date) === otherNights?.get(date) && marks?.get(date) === otherMarks?.get(date),
  )
}

export const WeekCells = memo(function WeekCells(props: WeekCellsProps) {
  const { week, firstDay, nights, today, marks, holidays, chosenFrom, chosenTo, active } = props
  const first = week * daysPerWeek
  let before: CalendarNight | undefined
  return (
    <div class="week" role="presentation" style={{ left: `${week * weekWidth}px` }}>
      {datesOf(firstDay, week).map((date, place) => {
        const night = nights?.get(date)
        const dots = marks?.get(date)
        const isChosen = place >= chosenFrom && place <= chosenTo
        // The first night of a week says its values, so that some are always in view.
        const cell = (
          <div
            key={place}
            role="gridcell"
            aria-colindex={first + place + 2}
            aria-selected={isChosen}
            aria-label={labelOf(date, night, props)}
            // The style sheet draws it: an element more for each of a thousand cells slows scrolling down.
            data-values={night === undefined ? '' : valuesOf(night, before)}
            tabIndex={place === active ? 0 : -1}
            data-day={first + place}
            title={holidays?.get(date)}
            class={classOf(date, night, {
              isToday: date === today,
              isChosen,
              isHoliday: holidays?.has(date) ?? false,
            })}
          >
            {dots !== undefined && <Marks marks={dots} />}
          </div>
        )
        before = night
        return cell
      })}
    </div>
  )
}, isSameWeek)
