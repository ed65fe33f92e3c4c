/** Forecasts an import's end from its calls so far and the vendor's limits. */

export interface ForecastPart {
  entity: string
  /** Null while unknown. */
  expected: number | null
  seen: number
  done: boolean
  calls: number
  ms: number
}

interface CallAllowance {
  calls: number
  windowMs: number
}

export interface ForecastInput {
  now: Date
  startedAt: Date
  /** Everything the import reads. */
  parts: readonly ForecastPart[]
  callsMade: number
  allowances: readonly CallAllowance[]
  /** Only hotels have rooms to read. */
  hasUnits: boolean
}

/**
 * Assumed sizes: a calendar per listing, messages per conversation, about one conversation per booking, and
 * at most as many reviews.
 */
const asManyAs: Record<string, string> = {
  units: 'listings',
  reservations: 'listings',
  calendar: 'listings',
  conversations: 'reservations',
  messages: 'conversations',
  reviews: 'reservations',
}
/** For vendors that do not count bookings: some years of them per listing. */
const forEach: Record<string, number> = { reservations: 60 }
/** The assumed size of a list without better information. */
const usualPage = 50
/** Read one by one; other kinds page by page. */
const oneCallEach = new Set(['units', 'calendar', 'messages'])

/** Null while nothing is known. */
export function forecastEnd(input: ForecastInput): Date | null {
  const { now, startedAt, parts, callsMade, allowances } = input
  const pace = paceOf(parts)
  let callsLeft = 0
  let msLeft = 0
  for (const part of parts) {
    const rows = rowsLeft(part, input)
    if (rows === null) return null
    if (rows === 0) continue
    const cost = costPerRow(part, pace)
    if (cost === null) return null
    callsLeft += rows * cost.calls
    msLeft += rows * cost.ms
  }
  const byPace = now.getTime() + msLeft
  const byLimits = allowances.map(({ calls, windowMs }) => {
    const windows = Math.floor(Math.max(0, callsMade + callsLeft - 1) / calls)
    return callsLeft === 0 ? 0 : startedAt.getTime() + windows * windowMs
  })
  return new Date(Math.ceil(Math.max(byPace, ...byLimits) / 1000) * 1000)
}

function rowsLeft(part: ForecastPart, input: ForecastInput): number | null {
  if (part.done) return 0
  const size = sizeOf(part, input)
  if (size === null) return null
  // More than assumed, so the assumption is wrong and the size unknown.
  if (part.expected === null && part.seen > 0 && part.seen >= size) return null
  return Math.max(0, size - part.seen)
}

function sizeOf(part: ForecastPart, input: ForecastInput): number | null {
  if (part.done) return part.seen
  if (part.entity === 'units' && !input.hasUnits) return 0
  if (part.expected !== null) return part.expected
  const model = input.parts.find(({ entity }) => entity === asManyAs[part.entity])
  // The first page of bookings shows whether they are counted.
  if (part.entity in forEach && part.seen === 0) return null
  const models = model ? sizeOf(model, input) : null
  return models === null ? null : models * (forEach[part.entity] ?? 1)
}

interface ReadPace {
  msPerCall: number | null
  /** Greater than zero if rows take calls of their own, as listings do at some vendors. */
  callsPerRow: number
}

function paceOf(parts: readonly ForecastPart[]): ReadPace {
  const sum = (of: readonly ForecastPart[], key: 'calls' | 'ms' | 'seen') =>
    of.reduce((total, part) => total + part[key], 0)
  const lists = parts.filter(
    ({ entity, seen, calls }) => entity !== 'listings' && !oneCallEach.has(entity) && seen > 0 && calls > 0,
  )
  const calls = sum(parts, 'calls')
  return {
    msPerCall: calls > 0 ? sum(parts, 'ms') / calls : null,
    callsPerRow: lists.length > 0 ? sum(lists, 'calls') / sum(lists, 'seen') : 1 / usualPage,
  }
}

function costPerRow(part: ForecastPart, pace: ReadPace): { calls: number; ms: number } | null {
  if (part.seen > 0 && part.ms > 0) return { calls: part.calls / part.seen, ms: part.ms / part.seen }
  const calls = oneCallEach.has(part.entity) ? 1 : pace.callsPerRow
  return pace.msPerCall === null ? null : { calls, ms: calls * pace.msPerCall }
}
