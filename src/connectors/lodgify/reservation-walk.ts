/**
 * The order in which bookings and enquiries are read. Two lists, and in neither is the order documented. What changes
 * during a walk can move behind the reader, so a full walk ends with what has changed since it began; an incremental
 * one reads the changes only. Neither may end at a moment later than the one it began at.
 */
import { compareInstants, latestInstant } from '../../connector-kit/dates.ts'
import { instant } from './map.ts'

export type ListName = 'bookings' | 'enquiries'

export interface Place {
  /** Which of the walk's parts is being read. */
  part: number
  /** The place inside this part; null: its beginning. */
  inner: string | null
  /** Where the walk began, by our clock and with a margin. */
  startedAt: string
  /** The newest change that was seen. */
  newest: string | null
}

// The vendor's clock may be behind ours.
const clockMarginMs = 300_000

export function beginWalk(now: Date, since: string | null): Place {
  const startedAt = new Date(now.getTime() - clockMarginMs).toISOString()
  return { part: 0, inner: null, startedAt, newest: since }
}

export interface Part {
  list: ListName
  /** Changes later than this; null: everything. */
  changedSince: string | null
}

/** The parts of a walk, in order. */
export function partsOf({ startedAt }: Place, since: string | null): Part[] {
  const both = (changedSince: string | null): Part[] => [
    { list: 'bookings', changedSince },
    { list: 'enquiries', changedSince },
  ]
  return since === null ? [...both(null), ...both(startedAt)] : both(since)
}

/** The place after a page; `next` is where its part goes on. */
export function advance(place: Place, rows: unknown[], next: string | null): Place {
  const newest = latestInstant([place.newest, ...rows.map(changedAt)])
  return next === null
    ? { ...place, part: place.part + 1, inner: null, newest }
    : { ...place, inner: next, newest }
}

/** Where the next incremental walk begins: at the newest change, unless that came while this walk was on its way. */
export function watermarkOf({ newest, startedAt }: Place): string | null {
  if (newest === null) return null
  return compareInstants(newest, startedAt) > 0 ? startedAt : newest
}

// Whether the moment itself is included is not documented, and moments are cut to seconds in some places.
const boundMarginMs = 1000

/** A bound as the vendor is asked with it. */
export function boundFor(since: string): string {
  return new Date(Date.parse(since) - boundMarginMs).toISOString()
}

// A walk must not stumble over a row that cannot be mapped.
function changedAt(row: unknown): string | null {
  const value = typeof row === 'object' && row !== null && 'updated_at' in row ? row.updated_at : null
  try {
    return typeof value === 'string' ? instant(value) : null
  } catch {
    return null
  }
}
