/**
 * Walks bookings by windows of time. The vendor's pages have numbers and no documented order, so a deletion
 * from one page would hide a row of the next. Each window fits into one page: by the time of booking, which
 * never changes, for a full walk; by the time of the last change for an incremental one.
 */
import { latestInstant, momentIn } from '../../connector-kit/dates.ts'
import { plainId } from '../../connector-kit/paginate.ts'

export interface WindowCursor {
  field: 'bookingTime' | 'modifiedTime'
  /** All three are milliseconds since 1970. */
  from: number
  until: number
  width: number
  /** The page is 1 unless a window that cannot be shortened fills several. */
  page: number
  /** The next window begins at the end of the last one, with rows of these ids. */
  edge: string[]
  newestChange: string | null
  /** The next incremental walk starts here at the latest, since changes during this one come after. */
  cap: string
}

export interface WindowRows {
  rows: unknown[]
  goesOn: boolean
}

// The vendor's clock may be ahead of or behind ours by this much.
const clockMarginMs = 3_600_000
const dayMs = 86_400_000
// Nobody booked here before this moment.
const firstMoment = Date.parse('2000-01-01T00:00:00Z')
const narrowestMs = 4_000
// Windows overlap, because the vendor does not say if it includes its bounds.
const overlapMs = 1_000
const wantedRows = 60

export function beginWalk(since: string | null, nowMs: number): WindowCursor {
  const from = since === null ? firstMoment : Math.floor(Date.parse(since) / 1000) * 1000
  const until = Math.max(nowMs, from) + dayMs
  return {
    field: since === null ? 'bookingTime' : 'modifiedTime',
    from,
    until,
    width: until - from,
    page: 1,
    edge: [],
    newestChange: since,
    cap: moment(nowMs - clockMarginMs),
  }
}

export function endOf({ from, width, until }: WindowCursor): number {
  return Math.min(until, from + width)
}

export function queryOf(place: WindowCursor): Record<string, string | number> {
  const name = place.field === 'bookingTime' ? 'bookingTime' : 'modified'
  return { [`${name}From`]: moment(place.from), [`${name}To`]: moment(endOf(place)), page: place.page }
}

/** Makes the window smaller so that its rows may fit; null when they do, or when it cannot shrink. */
export function narrowed(place: WindowCursor, { rows, goesOn }: WindowRows): WindowCursor | null {
  const width = endOf(place) - place.from
  if (!goesOn || place.page > 1 || width <= narrowestMs) return null
  const times = rows.flatMap((row) => timeOf(row, place.field) ?? []).toSorted((a, b) => a - b)
  const half = (times[Math.floor(times.length / 2)] ?? 0) - place.from
  const isHelpful = half > 0 && half < width * 0.9
  return { ...place, width: Math.max(narrowestMs, isHelpful ? half : Math.floor(width / 2)) }
}

export function advance(
  place: WindowCursor,
  { rows, goesOn }: WindowRows,
): { fresh: unknown[]; next: WindowCursor | null } {
  const fresh = rows.filter((row) => !place.edge.includes(plainId(row)))
  const newestChange = latestInstant([...rows.map(changedAt), place.newestChange])
  if (goesOn) {
    // A window of several pages is read by page number, and its rows are remembered.
    const edge = [...place.edge, ...fresh.map(plainId)]
    return { fresh, next: { ...place, newestChange, edge, page: place.page + 1 } }
  }
  const end = endOf(place)
  if (end >= place.until) return { fresh, next: null }
  const from = end - overlapMs
  const isAtEdge = (row: unknown) => (timeOf(row, place.field) ?? end) >= from
  const edge = place.page > 1 ? [...place.edge, ...rows.map(plainId)] : rows.filter(isAtEdge).map(plainId)
  return {
    fresh,
    next: { ...place, newestChange, from, edge, page: 1, width: nextWidth(place, rows.length) },
  }
}

export function watermarkOf({ newestChange, cap }: WindowCursor, rows: unknown[]): string {
  const newest = latestInstant([...rows.map(changedAt), newestChange])
  return newest !== null && Date.parse(newest) < Date.parse(cap) ? newest : cap
}

/** The next width is chosen to fill a page not quite. */
function nextWidth(place: WindowCursor, rows: number): number {
  const growth = rows === 0 ? 4 : Math.min(4, wantedRows / rows)
  return Math.max(narrowestMs, Math.ceil((endOf(place) - place.from) * growth))
}

function changedAt(row: unknown): string | null {
  const ms = timeOf(row, 'modifiedTime')
  return ms === null ? null : moment(ms)
}

function timeOf(row: unknown, field: WindowCursor['field']): number | null {
  const instant = momentIn(row, field)
  return instant === null ? null : Date.parse(instant)
}

export function moment(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}
