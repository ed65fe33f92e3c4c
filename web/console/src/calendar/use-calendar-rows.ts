/** The rows in view: their listings' nights and stays, and how high each has to be for its lanes. */
import type { VirtualItem, Virtualizer } from '@tanstack/virtual-core'
import { useEffect, useMemo, useReducer, useRef, type MutableRef } from 'preact/hooks'
import { useVirtual } from '../ui/use-virtual.ts'
import { useCalendarBlocks, type CalendarFilter, type ListingCalendar } from './calendar-data.ts'
import {
  daysPerWeek,
  dayWidth,
  headHeight,
  laneHeight,
  mostLanes,
  openingDay,
  rowHeight,
  weekCount,
  weekWidth,
} from './calendar-size.ts'
import { laneCount, placeInLanes } from './lanes.ts'
import type { RowNights } from './listing-row.tsx'

/** The blocks of days of one listing become one row. */
function joinBlocks(blocks: readonly ListingCalendar[]): RowNights | undefined {
  const [first] = blocks
  if (!first) return undefined
  // A single room needs no lane of its own.
  const units = first.units.length > 1 ? first.units : []
  const stays = [...new Map(blocks.flatMap((block) => block.stays).map((stay) => [stay.id, stay])).values()]
  return {
    id: first.id,
    name: first.name,
    currency: first.currency,
    timeZone: first.timeZone,
    country: first.country,
    units,
    nights: new Map(blocks.flatMap(({ nights }) => nights.map((night) => [night.date, night] as const))),
    placed: placeInLanes(
      stays.toSorted((a, b) => (a.checkIn < b.checkIn ? -1 : 1)),
      units,
    ),
  }
}

const heightOf = (calendar: RowNights | undefined): number => {
  const lanes = Math.max(calendar?.units.length ?? 0, laneCount(calendar?.placed ?? []))
  return rowHeight + (Math.min(mostLanes, lanes) - 1) * laneHeight
}

interface JoinedRow {
  blocks: readonly ListingCalendar[]
  calendar: RowNights | undefined
}

/** An answer has many rows; drawing all at once would hold up a step of scrolling. */
const mostNewRows = 5

/** A row whose blocks are those it had is the same object, so it is not drawn again. New ones come a few each frame. */
function useJoinedRows(
  rows: ReadonlyMap<number, ListingCalendar[]>,
  mark: string,
): ReadonlyMap<number, RowNights | undefined> {
  const joined = useRef(new Map<number, JoinedRow>())
  const [step, next] = useReducer((count: number) => count + 1, 0)
  const { calendars, isRest } = useMemo(() => {
    const before = joined.current
    let newRows = 0
    joined.current = new Map(
      [...rows].flatMap(([row, blocks]) => {
        const known = before.get(row)
        const isSame =
          known?.blocks.length === blocks.length &&
          known.blocks.every((block, place) => block === blocks[place])
        if (isSame) return [[row, known] as const]
        newRows += 1
        if (newRows > mostNewRows) return known === undefined ? [] : [[row, known] as const]
        return [[row, { blocks, calendar: joinBlocks(blocks) }] as const]
      }),
    )
    return {
      calendars: new Map([...joined.current].map(([row, { calendar }]) => [row, calendar])),
      isRest: newRows > mostNewRows,
    }
  }, [mark, step])
  useEffect(() => {
    if (!isRest) return
    const frame = requestAnimationFrame(() => next(undefined as never))
    return () => cancelAnimationFrame(frame)
  }, [calendars])
  return calendars
}

interface CalendarRows {
  weeks: readonly VirtualItem[]
  rows: Virtualizer<HTMLElement, HTMLElement>
  calendars: ReadonlyMap<number, RowNights | undefined>
  width: number
  error: Error | null
  isFetching: boolean
}

interface CalendarRowsRequest {
  filter: CalendarFilter
  rowCount: number
  firstDay: string
  today: string
  side: number
}

export function useCalendarRows(
  scroller: MutableRef<HTMLDivElement | null>,
  { filter, rowCount, firstDay, today, side }: CalendarRowsRequest,
): CalendarRows {
  const heights = useRef(new Map<number, number>())
  const getScrollElement = () => scroller.current
  const weeks = useVirtual({
    count: weekCount,
    horizontal: true,
    overscan: 1,
    estimateSize: () => weekWidth,
    getScrollElement,
    initialOffset: openingDay(firstDay, today) * dayWidth,
    scrollPaddingStart: side,
  })
  const rows = useVirtual({
    count: rowCount,
    overscan: 4,
    estimateSize: (index) => heights.current.get(index) ?? rowHeight,
    getScrollElement,
    scrollPaddingStart: headHeight,
  })
  const shownRows = rows.getVirtualItems()
  const shownWeeks = weeks.getVirtualItems()
  const blocks = useCalendarBlocks(filter, firstDay, {
    rows: { first: shownRows[0]?.index ?? 0, last: shownRows.at(-1)?.index ?? 0 },
    days: {
      first: (shownWeeks[0]?.index ?? 0) * daysPerWeek,
      last: ((shownWeeks.at(-1)?.index ?? 0) + 1) * daysPerWeek - 1,
    },
  })
  const calendars = useJoinedRows(blocks.rows, blocks.mark)
  useEffect(() => {
    const changed = [...calendars].filter(
      ([row, calendar]) => (heights.current.get(row) ?? rowHeight) !== heightOf(calendar),
    )
    for (const [row, calendar] of changed) heights.current.set(row, heightOf(calendar))
    if (changed.length > 0) rows.measure()
  }, [calendars])
  const { error, isFetching } = blocks
  return { weeks: shownWeeks, rows, calendars, width: weeks.getTotalSize(), error, isFetching }
}
