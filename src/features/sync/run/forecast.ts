/** When an import will be done, from what it took so far and what the vendor lets through. */

export interface ForecastPart {
  entity: string
  /** null: not known (yet). */
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
 * What a part is as large as while its own size is not known: a calendar for every listing, the messages of every
 * conversation; about one conversation for a booking, and not more reviews than bookings.
 */
const asManyAs: Record<string, string> = {
  units: 'listings',
  reservations: 'listings',
  calendar: 'listings',
  conversations: 'reservations',
  messages: 'conversations',
  reviews: 'reservations',
}
/** Some vendors do not count their bookings: once they do not, each listing has those of some years. */
const forEach: Record<string, number> = { reservations: 60 }
/** Of a list that has not begun, where no other tells. */
const usualPage = 50
/** These are read one by one, the others page by page. */
const oneCallEach = new Set(['units', 'calendar', 'messages'])

/** null: nobody can know yet. */
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
  // More than was assumed: then the assumption was wrong, and nothing is known.
  if (part.expected === null && part.seen > 0 && part.seen >= size) return null
  return Math.max(0, size - part.seen)
}

function sizeOf(part: ForecastPart, input: ForecastInput): number | null {
  if (part.done) return part.seen
  if (part.entity === 'units' && !input.hasUnits) return 0
  if (part.expected !== null) return part.expected
  const model = input.parts.find(({ entity }) => entity === asManyAs[part.entity])
  // The first page of bookings says whether they are counted.
  if (part.entity in forEach && part.seen === 0) return null
  const models = model ? sizeOf(model, input) : null
  return models === null ? null : models * (forEach[part.entity] ?? 1)
}

interface ReadPace {
  msPerCall: number | null
  /** Of lists whose rows take no call of their own, as those of listings do at some vendors. */
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
