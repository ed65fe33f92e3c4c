/** The nights and stays in view, read in blocks of listings and days. */
import { useQueries, useQuery } from '@tanstack/preact-query'
import { useEffect } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { addDays } from '../format/dates.ts'

export type ListingCalendar = components['schemas']['ListingCalendar']
export type CalendarStay = components['schemas']['CalendarStay']
export type CalendarNight = components['schemas']['CalendarNight']

const rowsPerBlock = 25
const daysPerBlock = 92
const everyMs = 60_000
/** Blocks that are out of view for this long are dropped: thousands of listings would fill the memory. */
const keptMs = 60_000
/** Blocks out of view that are kept for the way back; whoever scrolls fast reads hundreds a minute. */
const mostKeptBlocks = 24
const blockKey = ['calendar', 'block']

export interface CalendarFilter {
  q: string
  listing: string
}

const filterQuery = ({ q, listing }: CalendarFilter) => ({
  ...(q === '' ? {} : { q }),
  ...(listing === '' ? {} : { listing_id: listing }),
})

const readBlock = (
  filter: CalendarFilter,
  {
    from,
    to,
    offset,
    limit,
    withTotal,
  }: { from: string; to: string; offset: number; limit: number; withTotal: boolean },
  signal: AbortSignal,
) =>
  answerOf(
    client.GET('/v1/calendar', {
      params: { query: { ...filterQuery(filter), from, to, offset, limit, include_total: withTotal } },
      signal,
    }),
  )

/** How many listings there are; null until that is known. */
export function useRowCount(filter: CalendarFilter, day: string) {
  return useQuery({
    queryKey: ['calendar', filter, 'count'],
    queryFn: async ({ signal }) => {
      const { pagination } = await readBlock(
        filter,
        { from: day, to: day, offset: 0, limit: 1, withTotal: true },
        signal,
      )
      return pagination.total ?? 0
    },
  })
}

interface Span {
  first: number
  last: number
}

const blocksOf = ({ first, last }: Span, size: number): number[] => {
  const from = Math.floor(first / size)
  return Array.from({ length: Math.floor(last / size) - from + 1 }, (_, index) => from + index)
}

interface CalendarBlocks {
  rows: ReadonlyMap<number, ListingCalendar[]>
  /** Another text whenever an answer is new: the map is made anew at each rendering. */
  mark: string
  error: Error | null
  isFetching: boolean
}

function dropOldBlocks(): void {
  const cache = queryClient.getQueryCache()
  const outOfView = cache.findAll({ queryKey: blockKey, type: 'inactive' })
  const old = outOfView
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(mostKeptBlocks)
  for (const block of old) cache.remove(block)
}

/** Listings by row, with what of their calendar is in view. */
export function useCalendarBlocks(
  filter: CalendarFilter,
  firstDay: string,
  view: { rows: Span; days: Span },
): CalendarBlocks {
  const blocks = blocksOf(view.rows, rowsPerBlock).flatMap((rowBlock) =>
    blocksOf(view.days, daysPerBlock).map((dayBlock) => ({ rowBlock, dayBlock })),
  )
  const answers = useQueries({
    queries: blocks.map(({ rowBlock, dayBlock }) => {
      const from = addDays(firstDay, dayBlock * daysPerBlock)
      return {
        queryKey: [...blockKey, filter, rowBlock, from],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          readBlock(
            filter,
            {
              from,
              to: addDays(from, daysPerBlock - 1),
              offset: rowBlock * rowsPerBlock,
              limit: rowsPerBlock,
              withTotal: false,
            },
            signal,
          ),
        refetchInterval: everyMs,
        gcTime: keptMs,
      }
    }),
  })
  const rows = new Map<number, ListingCalendar[]>()
  answers.forEach(({ data }, index) => {
    const block = blocks[index]
    if (!data || !block) return
    data.data.forEach((calendar, row) => {
      const place = block.rowBlock * rowsPerBlock + row
      rows.set(place, [...(rows.get(place) ?? []), calendar])
    })
  })
  const mark = answers
    .map(({ dataUpdatedAt }, index) => `${JSON.stringify(blocks[index])}@${dataUpdatedAt}`)
    .join()
  useEffect(dropOldBlocks, [mark])
  return {
    rows,
    mark,
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    isFetching: answers.some(({ isFetching }) => isFetching),
  }
}
