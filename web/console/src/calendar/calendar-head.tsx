import type { VirtualItem } from '@tanstack/virtual-core'
import { memo } from 'preact/compat'
import { addDays, monthName, weekdayLetter, weekdayOf } from '../format/dates.ts'
import { text } from '../text/text.ts'
import { daysPerWeek, dayWidth } from './calendar-size.ts'

interface CalendarHeadProps {
  weeks: readonly VirtualItem[]
  firstDay: string
  today: string
}

const isWeekend = (date: string): boolean => weekdayOf(date) % 6 === 0

/** Months and days; the name of a month stays in view while one of its days is. */
export const CalendarHead = memo(function CalendarHead({ weeks, firstDay, today }: CalendarHeadProps) {
  const first = (weeks[0]?.index ?? 0) * daysPerWeek
  const days = Array.from({ length: weeks.length * daysPerWeek }, (_, index) => first + index)
  const months = [...Map.groupBy(days, (day) => addDays(firstDay, day).slice(0, 7))]
  return (
    <div class="calendar-head" role="row" aria-rowindex={1}>
      <div class="corner" role="columnheader">
        {text('calendar.listing')}
      </div>
      {months.map(([month, ofMonth]) => (
        <div
          key={month}
          class="month"
          role="presentation"
          style={{ left: `${(ofMonth[0] ?? 0) * dayWidth}px`, width: `${ofMonth.length * dayWidth}px` }}
        >
          <span>{monthName(`${month}-01`)}</span>
        </div>
      ))}
      {days.map((day) => {
        const date = addDays(firstDay, day)
        return (
          <div
            key={day}
            role="columnheader"
            aria-colindex={day + 2}
            class={`day ${isWeekend(date) ? 'weekend' : ''} ${date === today ? 'today' : ''}`}
            style={{ left: `${day * dayWidth}px`, width: `${dayWidth}px` }}
          >
            <span aria-hidden="true">{weekdayLetter(date)}</span> {Number(date.slice(8))}
          </div>
        )
      })}
    </div>
  )
})
