import type { VirtualItem } from '@tanstack/virtual-core'
import { addDays, monthName, weekdayLetter, weekdayOf } from '../format/dates.ts'
import { text } from '../text/text.ts'
import { dayWidth } from './calendar-size.ts'

interface CalendarHeadProps {
  days: readonly VirtualItem[]
  firstDay: string
  today: string
}

const isWeekend = (date: string): boolean => [0, 6].includes(weekdayOf(date))

/** Months and days; the name of a month stays in view while one of its days is. */
export function CalendarHead({ days, firstDay, today }: CalendarHeadProps) {
  const months = [...Map.groupBy(days, ({ index }) => addDays(firstDay, index).slice(0, 7))]
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
          style={{ left: `${ofMonth[0]?.start ?? 0}px`, width: `${ofMonth.length * dayWidth}px` }}
        >
          <span>{monthName(`${month}-01`)}</span>
        </div>
      ))}
      {days.map(({ index, start }) => {
        const date = addDays(firstDay, index)
        return (
          <div
            key={index}
            role="columnheader"
            aria-colindex={index + 2}
            class={`day ${isWeekend(date) ? 'weekend' : ''} ${date === today ? 'today' : ''}`}
            style={{ left: `${start}px`, width: `${dayWidth}px` }}
          >
            <span aria-hidden="true">{weekdayLetter(date)}</span> {Number(date.slice(8))}
          </div>
        )
      })}
    </div>
  )
}
