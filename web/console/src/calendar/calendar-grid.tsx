/** The grid of listings and days: only what is in view is drawn. */
import type { VirtualItem } from '@tanstack/virtual-core'
import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { addDays, daysBetween } from '../format/dates.ts'
import { refreshStays } from '../reservations/stay-actions.tsx'
import { ChangeStay } from '../reservations/change-stay.tsx'
import { useMayWrite } from '../session.tsx'
import { text } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { notify } from '../ui/notices.tsx'
import { Problem } from '../ui/problem.tsx'
import type { CalendarFilter } from './calendar-data.ts'
import { CalendarHead } from './calendar-head.tsx'
import { dayCount, daysPerWeek, dayWidth, firstDayFor, headHeight, nameWidth } from './calendar-size.ts'
import { CalendarTools } from './calendar-tools.tsx'
import { useChannelMarks } from './channel-marks.ts'
import { ListingRow, type RowNights } from './listing-row.tsx'
import { NightsPanel } from './nights-panel.tsx'
import { firstOf, lastOf, type NightSelection } from './selection.ts'
import { useCalendarRows } from './use-calendar-rows.ts'
import { useHolidays, type ListingHolidays } from './use-holidays.ts'
import { useNightChoice } from './use-night-choice.ts'
import { useStayDrag } from './use-stay-drag.ts'

interface CalendarGridProps {
  filter: CalendarFilter
  rowCount: number
  today: string
}

interface ChosenNightsProps {
  calendar: RowNights
  holidays: ListingHolidays | undefined
  selection: NightSelection
  firstDay: string
  onClose: () => void
}

function ChosenNights({ calendar, holidays, selection, firstDay, onClose }: ChosenNightsProps) {
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
      holidays={[...(holidays ?? [])].filter(([date]) => date >= from && date <= to)}
      onClose={onClose}
    />
  )
}

interface MovedStayProps {
  drag: ReturnType<typeof useStayDrag>
  currency: string | null
}

/** A stay that was dragged has only been wished for: the dialog tries it, and asks. */
function MovedStay({ drag: { stay, draft, drop }, currency }: MovedStayProps) {
  if (stay === null || draft === null) return null
  const { id, checkIn, checkOut } = stay
  return (
    <ChangeStay
      stay={{ id, checkIn, checkOut, currency }}
      wish={{ checkIn: draft.checkIn, checkOut: draft.checkOut }}
      onClose={drop}
      onDone={() => {
        notify(text('stay.changed'))
        refreshStays()
        drop()
      }}
    />
  )
}

/** A day of the view, from its place in the grid. */
function useDayScroll(scroller: { current: HTMLDivElement | null }, side: number) {
  const shownFrom = () => Math.round((scroller.current?.scrollLeft ?? 0) / dayWidth)
  const scrollToDay = (day: number) => scroller.current?.scrollTo({ left: day * dayWidth })
  const revealDay = (day: number) => {
    const { scrollLeft = 0, clientWidth = 0 } = scroller.current ?? {}
    const left = day * dayWidth
    if (left < scrollLeft) scrollToDay(day)
    else if (left + dayWidth > scrollLeft + clientWidth - side)
      scroller.current?.scrollTo({ left: left + dayWidth - (clientWidth - side) })
  }
  return { shownFrom, scrollToDay, revealDay }
}

/** Channels are asked about four weeks at a time, and not about nights that are over. */
const markWeeks = 4

function markWindow(firstDay: string, today: string, weeks: readonly VirtualItem[]) {
  const first = Math.floor((weeks[0]?.index ?? 0) / markWeeks) * markWeeks
  const end = Math.ceil(((weeks.at(-1)?.index ?? 0) + 1) / markWeeks) * markWeeks
  const from = addDays(firstDay, first * daysPerWeek)
  return { from: from > today ? from : today, to: addDays(firstDay, end * daysPerWeek - 1) }
}

type Handlers = JSX.HTMLAttributes<HTMLDivElement>

/** A key that moves a stay does not move the choice of nights, too. */
const both = (drag: Handlers, choice: Handlers): Handlers => ({
  ...choice,
  ...drag,
  onPointerDown(event) {
    drag.onPointerDown?.(event)
    choice.onPointerDown?.(event)
  },
  onPointerUp(event) {
    drag.onPointerUp?.(event)
    choice.onPointerUp?.(event)
  },
  onKeyDown(event) {
    drag.onKeyDown?.(event)
    if (!event.defaultPrevented) choice.onKeyDown?.(event)
  },
})

const bodySize = (side: number, width: number, height: number) => ({
  width: `${side + width}px`,
  height: `${headHeight + height}px`,
  '--side': `${side}px`,
  '--head': `${headHeight}px`,
})

/** They stand in the address, so that a view can be shared. */
function useCalendarSwitches() {
  const [channels, setChannels] = useAddressState('channels')
  const [holidays, setHolidays] = useAddressState('holidays')
  const [moving, setMoving] = useAddressState('move')
  return {
    withChannels: channels === '1',
    onChannels: (isOn: boolean) => setChannels(isOn ? '1' : ''),
    withHolidays: holidays !== 'off',
    onHolidays: (isOn: boolean) => setHolidays(isOn ? '' : 'off'),
    isMovable: useMayWrite() && moving === '1',
    onMovable: (isOn: boolean) => setMoving(isOn ? '1' : ''),
  }
}

/** Rows that are only passed by are not asked about, and those that were in view keep their marks. */
function useSettledIds(isScrolling: boolean, ids: readonly string[]): readonly string[] {
  const settledIds = useRef<readonly string[]>([])
  if (!isScrolling) settledIds.current = ids
  return settledIds.current
}

export function CalendarGrid({ filter, rowCount, today }: CalendarGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const switches = useCalendarSwitches()
  const { isMovable } = switches
  const holidaysOf = useHolidays(switches.withHolidays)
  const firstDay = firstDayFor(today)
  const side = nameWidth()
  const view = useCalendarRows(scroller, { filter, rowCount, firstDay, today, side })
  const { weeks, rows, calendars, error, isFetching } = view
  const shownRows = rows.getVirtualItems()
  const { shownFrom, scrollToDay, revealDay } = useDayScroll(scroller, side)
  const choice = useNightChoice(scroller, {
    rowCount,
    firstRow: shownRows[0]?.index ?? 0,
    today: daysBetween(firstDay, today),
    reveal: ({ row, end }) => {
      revealDay(end)
      rows.scrollToIndex(row, { align: 'auto' })
    },
  })
  const { selection } = choice
  const drag = useStayDrag(
    isMovable,
    (row, id) => calendars.get(row)?.placed.find(({ stay }) => stay.id === id)?.stay,
  )
  const shownIds = shownRows.flatMap(({ index }) => calendars.get(index)?.id ?? [])
  const marks = useChannelMarks({
    listingIds: useSettledIds(rows.isScrolling, shownIds),
    ...markWindow(firstDay, today, weeks),
    isAll: switches.withChannels,
  })
  const chosen = selection === null ? undefined : calendars.get(selection.row)
  return (
    <>
      <CalendarTools
        firstDay={firstDay}
        today={today}
        shownFrom={shownFrom}
        scrollToDay={scrollToDay}
        {...switches}
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
        {...both(drag.handlers, choice.handlers)}
      >
        <div
          class="calendar-body"
          role="presentation"
          style={bodySize(side, view.width, rows.getTotalSize())}
        >
          <CalendarHead weeks={weeks} firstDay={firstDay} today={today} />
          {shownRows.map(({ index, start, size }) => (
            <ListingRow
              key={index}
              row={index}
              calendar={calendars.get(index)}
              top={headHeight + start}
              height={size}
              weeks={weeks}
              firstDay={firstDay}
              marks={marks.get(calendars.get(index)?.id ?? '')}
              holidays={holidaysOf(calendars.get(index)?.country ?? null)}
              selection={selection?.row === index ? selection : null}
              isMovable={isMovable}
              draft={drag.draft?.row === index ? drag.draft : null}
            />
          ))}
        </div>
      </div>
      {choice.isOpen && selection !== null && chosen !== undefined && (
        <ChosenNights
          calendar={chosen}
          holidays={holidaysOf(chosen.country)}
          selection={selection}
          firstDay={firstDay}
          onClose={choice.close}
        />
      )}
      {drag.isAsking && (
        <MovedStay drag={drag} currency={calendars.get(drag.draft?.row ?? -1)?.currency ?? null} />
      )}
    </>
  )
}
