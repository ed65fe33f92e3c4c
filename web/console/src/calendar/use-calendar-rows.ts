/** The rows in view: their listings' nights and stays, and how high each has to be for its lanes. */
import type { Virtualizer } from '@tanstack/virtual-core'
import { useEffect, useMemo, useRef, type MutableRef } from 'preact/hooks'
import { useVirtual } from '../ui/use-virtual.ts'
import { useCalendarBlocks, type CalendarFilter, type ListingCalendar } from './calendar-data.ts'
import {
  dayCount,
  daysBefore,
  dayWidth,
  headHeight,
  laneHeight,
  mostLanes,
  rowHeight,
} from './calendar-size.ts'
import { laneCount, placeInLanes } from './lanes.ts'
import type { RowNights } from './listing-row.tsx'

/** The blocks of days of one listing become one row. */
function joinBlocks(blocks: readonly ListingCalendar[]): RowNights | undefined {
  const [first] = blocks
  if (!first) return undefined
  const stays = [...new Map(blocks.flatMap((block) => block.stays).map((stay) => [stay.id, stay])).values()]
  return {
    id: first.id,
    name: first.name,
    currency: first.currency,
    nights: new Map(blocks.flatMap(({ nights }) => nights.map((night) => [night.date, night] as const))),
    placed: placeInLanes(stays.toSorted((a, b) => (a.checkIn < b.checkIn ? -1 : 1))),
  }
}

const heightOf = (calendar: RowNights | undefined): number =>
  rowHeight + (Math.min(mostLanes, laneCount(calendar?.placed ?? [])) - 1) * laneHeight

interface CalendarRows {
  days: Virtualizer<HTMLElement, HTMLElement>
  rows: Virtualizer<HTMLElement, HTMLElement>
  calendars: ReadonlyMap<number, RowNights | undefined>
  error: Error | null
  isFetching: boolean
}

interface CalendarRowsRequest {
  filter: CalendarFilter
  rowCount: number
  firstDay: string
  side: number
}

export function useCalendarRows(
  scroller: MutableRef<HTMLDivElement | null>,
  { filter, rowCount, firstDay, side }: CalendarRowsRequest,
): CalendarRows {
  const heights = useRef(new Map<number, number>())
  const getScrollElement = () => scroller.current
  const days = useVirtual({
    count: dayCount,
    horizontal: true,
    overscan: 4,
    estimateSize: () => dayWidth,
    getScrollElement,
    initialOffset: (daysBefore - 2) * dayWidth,
    scrollPaddingStart: side,
  })
  const rows = useVirtual({
    count: rowCount,
    overscan: 4,
    estimateSize: (index) => heights.current.get(index) ?? rowHeight,
    getScrollElement,
    scrollPaddingStart: headHeight,
  })
  const spanOf = (items: readonly { index: number }[]) => ({
    first: items[0]?.index ?? 0,
    last: items.at(-1)?.index ?? 0,
  })
  const view = { rows: spanOf(rows.getVirtualItems()), days: spanOf(days.getVirtualItems()) }
  const blocks = useCalendarBlocks(filter, firstDay, view)
  const calendars = useMemo(
    () => new Map([...blocks.rows].map(([row, ofRow]) => [row, joinBlocks(ofRow)])),
    [blocks.mark],
  )
  useEffect(() => {
    const changed = [...calendars].filter(
      ([row, calendar]) => (heights.current.get(row) ?? rowHeight) !== heightOf(calendar),
    )
    for (const [row, calendar] of changed) heights.current.set(row, heightOf(calendar))
    if (changed.length > 0) rows.measure()
  }, [calendars])
  return { days, rows, calendars, error: blocks.error, isFetching: blocks.isFetching }
}
