/** All calendars: listings down, days across, three years deep; nights are chosen and changed here. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import {
  useCalendarBlocks,
  useRowCount,
  type CalendarFilter,
  type ListingCalendar,
} from '../calendar/calendar-data.ts'
import { laneCount, placeInLanes } from '../calendar/lanes.ts'
import { laneHeight, ListingRow, type RowNights } from '../calendar/listing-row.tsx'
import { NightsPanel } from '../calendar/nights-panel.tsx'
import { firstOf, lastOf, movedBy, type NightSelection } from '../calendar/selection.ts'
import { addDays, daysBetween, monthName, todayHere, weekdayLetter, weekdayOf } from '../format/dates.ts'
import { text } from '../text/text.ts'
import { Busy } from '../ui/busy.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { useAddressState } from '../ui/address-state.ts'
import { useVirtual } from '../ui/use-virtual.ts'

const dayWidth = 46
const nameWidth = () => (innerWidth < 700 ? 104 : 208)
const rowHeight = 54
const headHeight = 58
const daysBefore = 60
const dayCount = daysBefore + 3 * 366
const mostLanes = 8

/** The blocks of days of one listing become one row. */
function joinBlocks(blocks: readonly ListingCalendar[]): RowNights | undefined {
  const [first] = blocks
  if (!first) return undefined
  const stays = [...new Map(blocks.flatMap((block) => block.stays).map((stay) => [stay.id, stay])).values()]
  return {
    id: first.listingId,
    name: first.name,
    currency: first.currency,
    nights: new Map(blocks.flatMap(({ nights }) => nights.map((night) => [night.date, night] as const))),
    placed: placeInLanes(stays.toSorted((a, b) => (a.checkIn < b.checkIn ? -1 : 1))),
  }
}

interface GridProps {
  filter: CalendarFilter
  rowCount: number
  today: string
}

function Grid({ filter, rowCount, today }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [selection, setSelection] = useState<NightSelection | null>(null)
  const [isOpen, setOpen] = useState(false)
  const isDragging = useRef(false)
  const heights = useRef(new Map<number, number>())
  const firstDay = addDays(today, -daysBefore)
  const side = nameWidth()
  const days = useVirtual({
    count: dayCount,
    horizontal: true,
    overscan: 4,
    estimateSize: () => dayWidth,
    getScrollElement: () => scroller.current,
    initialOffset: (daysBefore - 2) * dayWidth,
    scrollPaddingStart: side,
  })
  const rows = useVirtual({
    count: rowCount,
    overscan: 4,
    estimateSize: (index) => heights.current.get(index) ?? rowHeight,
    getScrollElement: () => scroller.current,
    scrollPaddingStart: headHeight,
  })
  const shownDays = days.getVirtualItems()
  const shownRows = rows.getVirtualItems()
  const view = {
    rows: { first: shownRows[0]?.index ?? 0, last: shownRows.at(-1)?.index ?? 0 },
    days: { first: shownDays[0]?.index ?? 0, last: shownDays.at(-1)?.index ?? 0 },
  }
  const blocks = useCalendarBlocks(filter, firstDay, view)
  const calendars = useMemo(
    () => new Map([...blocks.rows].map(([row, ofRow]) => [row, joinBlocks(ofRow)])),
    // The answers themselves say whether anything is new: a new map is made at each rendering.
    [[...blocks.rows].map(([row, ofRow]) => `${row}:${ofRow.map(({ asOf }) => asOf).join()}`).join(';')],
  )
  useEffect(() => {
    let isChanged = false
    for (const [row, calendar] of calendars) {
      const lanes = Math.min(mostLanes, laneCount(calendar?.placed ?? []))
      const height = rowHeight + (lanes - 1) * laneHeight
      if ((heights.current.get(row) ?? rowHeight) !== height) {
        heights.current.set(row, height)
        isChanged = true
      }
    }
    if (isChanged) rows.measure()
  }, [calendars])
  const scrollToDay = (index: number) => days.scrollToIndex(index, { align: 'start' })
  const cellAt = (target: EventTarget | null) => {
    const cell = (target as HTMLElement | null)?.closest<HTMLElement>('.night')
    return cell ? { row: Number(cell.dataset.row), day: Number(cell.dataset.day) } : null
  }
  const focusCell = ({ row, end }: NightSelection) =>
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-day="${end}"]`)?.focus(),
    )
  const chosen = selection === null ? undefined : calendars.get(selection.row)
  const months = [...Map.groupBy(shownDays, ({ index }) => addDays(firstDay, index).slice(0, 7))]
  return (
    <>
      <div class="calendar-tools" role="toolbar" aria-label={text('calendar.move')}>
        <button
          type="button"
          class="icon"
          aria-label={text('calendar.earlier')}
          onClick={() => scrollToDay(Math.max(0, view.days.first - 24))}
        >
          <Icon name="left" />
        </button>
        <button type="button" class="second" onClick={() => scrollToDay(daysBefore - 2)}>
          {text('calendar.today')}
        </button>
        <button
          type="button"
          class="icon"
          aria-label={text('calendar.later')}
          onClick={() => scrollToDay(Math.min(dayCount - 1, view.days.first + 36))}
        >
          <Icon name="right" />
        </button>
        <input
          type="date"
          aria-label={text('calendar.goTo')}
          min={firstDay}
          max={addDays(firstDay, dayCount - 1)}
          onChange={(event) => {
            const { value } = event.currentTarget
            if (value !== '') scrollToDay(Math.max(0, daysBetween(firstDay, value)))
          }}
        />
        <span class="legend soft small">
          <span class="key free" /> {text('calendar.free')} <span class="key taken" />{' '}
          {text('calendar.taken')} <span class="key unknown" /> {text('calendar.unknown')}
        </span>
      </div>
      {blocks.error !== null && <Problem error={blocks.error} />}
      <div
        class="calendar"
        ref={scroller}
        role="grid"
        aria-label={text('nav.calendar')}
        aria-rowcount={rowCount + 1}
        aria-colcount={dayCount + 1}
        aria-multiselectable="true"
        aria-busy={blocks.isFetching}
        tabIndex={selection === null ? 0 : -1}
        onFocus={(event) => {
          if (event.target === scroller.current && selection === null) {
            const start = { row: view.rows.first, start: daysBefore, end: daysBefore }
            setSelection(start)
            focusCell(start)
          }
        }}
        onKeyDown={(event) => {
          if (selection === null) return
          if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault()
            setOpen(true)
            return
          }
          const next = movedBy(event.key, event.shiftKey, selection, { rows: rowCount, days: dayCount })
          if (next === null) return
          event.preventDefault()
          setSelection(next)
          days.scrollToIndex(next.end, { align: 'auto' })
          rows.scrollToIndex(next.row, { align: 'auto' })
          focusCell(next)
        }}
        onPointerDown={(event) => {
          const cell = event.button === 0 ? cellAt(event.target) : null
          if (cell === null) return
          isDragging.current = event.pointerType === 'mouse'
          setSelection({ row: cell.row, start: cell.day, end: cell.day })
        }}
        onPointerOver={(event) => {
          const cell = isDragging.current ? cellAt(event.target) : null
          if (cell !== null && selection !== null && cell.row === selection.row && cell.day !== selection.end)
            setSelection({ ...selection, end: cell.day })
        }}
        onClick={(event) => {
          if (cellAt(event.target) === null) return
          isDragging.current = false
          setOpen(true)
        }}
        onPointerUp={() => {
          // A drag that ends on another cell is no click.
          if (isDragging.current && selection !== null && selection.start !== selection.end) setOpen(true)
          isDragging.current = false
        }}
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
            {shownDays.map(({ index, start }) => {
              const date = addDays(firstDay, index)
              const weekday = weekdayOf(date)
              return (
                <div
                  key={index}
                  role="columnheader"
                  aria-colindex={index + 2}
                  class={`day ${weekday === 0 || weekday === 6 ? 'weekend' : ''} ${date === today ? 'today' : ''}`}
                  style={{ left: `${start}px`, width: `${dayWidth}px` }}
                >
                  <span aria-hidden="true">{weekdayLetter(date)}</span> {Number(date.slice(8))}
                </div>
              )
            })}
          </div>
          {shownRows.map(({ index, start, size }) => (
            <ListingRow
              key={index}
              row={index}
              calendar={calendars.get(index)}
              top={headHeight + start}
              height={size}
              days={shownDays}
              firstDay={firstDay}
              dayWidth={dayWidth}
              today={today}
              selection={selection?.row === index ? selection : null}
            />
          ))}
        </div>
      </div>
      {isOpen && selection !== null && chosen !== undefined && (
        <NightsPanel
          listingId={chosen.id}
          name={chosen.name}
          currency={chosen.currency}
          from={addDays(firstDay, firstOf(selection))}
          to={addDays(firstDay, lastOf(selection))}
          stays={chosen.placed
            .map(({ stay }) => stay)
            .filter(
              ({ checkIn, checkOut }) =>
                checkIn <= addDays(firstDay, lastOf(selection)) &&
                checkOut > addDays(firstDay, firstOf(selection)),
            )}
          onClose={() => {
            setOpen(false)
            focusCell(selection)
          }}
        />
      )}
    </>
  )
}

export default function Calendar() {
  const [q, setQuery] = useAddressState('q')
  const [listing, setListing] = useAddressState('listing')
  const today = todayHere()
  const filter = { q, listing }
  const count = useRowCount(filter, today)
  return (
    <Screen title={text('nav.calendar')}>
      <search class="filters">
        <SearchField label={text('calendar.search')} value={q} onChange={setQuery} />
        {listing !== '' && (
          <button type="button" class="second" onClick={() => setListing('')}>
            {text('calendar.showAll')}
          </button>
        )}
      </search>
      {count.error !== null && <Problem error={count.error} onRetry={() => void count.refetch()} />}
      {count.data === undefined ? (
        count.error === null && <Busy />
      ) : count.data === 0 ? (
        <Empty title={text('calendar.none')}>
          <p>{text('calendar.noneLead')}</p>
        </Empty>
      ) : (
        <Grid key={`${q} ${listing}`} filter={filter} rowCount={count.data} today={today} />
      )}
    </Screen>
  )
}
