/** The grid of listings and days: only what is in view is drawn. */
import { useRef } from 'preact/hooks'
import { addDays } from '../format/dates.ts'
import { text } from '../text/text.ts'
import { Problem } from '../ui/problem.tsx'
import type { CalendarFilter } from './calendar-data.ts'
import { CalendarHead } from './calendar-head.tsx'
import { dayCount, daysBefore, headHeight, nameWidth } from './calendar-size.ts'
import { CalendarTools } from './calendar-tools.tsx'
import { ListingRow, type RowNights } from './listing-row.tsx'
import { NightsPanel } from './nights-panel.tsx'
import { firstOf, lastOf, type NightSelection } from './selection.ts'
import { useCalendarRows } from './use-calendar-rows.ts'
import { useNightChoice } from './use-night-choice.ts'

interface CalendarGridProps {
  filter: CalendarFilter
  rowCount: number
  today: string
}

interface ChosenNightsProps {
  calendar: RowNights
  selection: NightSelection
  firstDay: string
  onClose: () => void
}

function ChosenNights({ calendar, selection, firstDay, onClose }: ChosenNightsProps) {
  const from = addDays(firstDay, firstOf(selection))
  const to = addDays(firstDay, lastOf(selection))
  const stays = calendar.placed
    .map(({ stay }) => stay)
    .filter(({ checkIn, checkOut }) => checkIn <= to && checkOut > from)
  return (
    <NightsPanel
      listingId={calendar.id}
      name={calendar.name}
      currency={calendar.currency}
      from={from}
      to={to}
      stays={stays}
      onClose={onClose}
    />
  )
}

export function CalendarGrid({ filter, rowCount, today }: CalendarGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const firstDay = addDays(today, -daysBefore)
  const side = nameWidth()
  const { days, rows, calendars, error, isFetching } = useCalendarRows(scroller, {
    filter,
    rowCount,
    firstDay,
    side,
  })
  const shownDays = days.getVirtualItems()
  const shownRows = rows.getVirtualItems()
  const { selection, isOpen, close, handlers } = useNightChoice(scroller, {
    rowCount,
    firstRow: shownRows[0]?.index ?? 0,
    reveal: ({ row, end }) => {
      days.scrollToIndex(end, { align: 'auto' })
      rows.scrollToIndex(row, { align: 'auto' })
    },
  })
  const chosen = selection === null ? undefined : calendars.get(selection.row)
  return (
    <>
      <CalendarTools
        firstDay={firstDay}
        shownFrom={shownDays[0]?.index ?? 0}
        scrollToDay={(day) => days.scrollToIndex(day, { align: 'start' })}
      />
      {error !== null && <Problem error={error} />}
      <div
        class="calendar"
        ref={scroller}
        role="grid"
        aria-label={text('nav.calendar')}
        aria-rowcount={rowCount + 1}
        aria-colcount={dayCount + 1}
        aria-multiselectable="true"
        aria-busy={isFetching}
        tabIndex={selection === null ? 0 : -1}
        {...handlers}
      >
        <div
          class="calendar-body"
          role="presentation"
          style={{
            width: `${side + days.getTotalSize()}px`,
            height: `${headHeight + rows.getTotalSize()}px`,
            '--side': `${side}px`,
            '--head': `${headHeight}px`,
          }}
        >
          <CalendarHead days={shownDays} firstDay={firstDay} today={today} />
          {shownRows.map(({ index, start, size }) => (
            <ListingRow
              key={index}
              row={index}
              calendar={calendars.get(index)}
              top={headHeight + start}
              height={size}
              days={shownDays}
              firstDay={firstDay}
              today={today}
              selection={selection?.row === index ? selection : null}
            />
          ))}
        </div>
      </div>
      {isOpen && selection !== null && chosen !== undefined && (
        <ChosenNights calendar={chosen} selection={selection} firstDay={firstDay} onClose={close} />
      )}
    </>
  )
}
