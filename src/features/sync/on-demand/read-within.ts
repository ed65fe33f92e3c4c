/** A record that is young enough, read now if it is not: once for all who ask this process for it meanwhile. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Budget } from '../../../connector-kit/ratelimit.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { connectionAccess } from '../../../upstream/access.ts'
import { readers } from './read-now.ts'
import { sourceState, type Source, type SourceState } from './source-queries.ts'

/** Longer than a vendor usually takes, shorter than callers usually wait. */
const patienceMs = 8000
/** The first may be a reading that began before this was asked, or was overtaken. */
const mostReadings = 3

/** Why it could not be read now. */
export type Obstacle = 'disconnected' | 'not readable' | 'failed' | 'no time'

export interface KnownAge {
  readAt: Date | null
  isYoung: boolean
  importing: boolean
  obstacle?: Obstacle
}

/** When single reservations were read: the list of changed ones does not tell. Kept for as many as may be asked for. */
const mostRemembered = 10_000
const singleReadings = new WeakMap<Services['pool'], Map<string, Date>>()
const underWay = new Map<string, Promise<Obstacle | undefined>>()

const nameOf = (scope: Scope, { connectionId, entity, externalId }: Source) =>
  `${scope.workspaceId} ${connectionId} ${entity} ${externalId}`

function readingsOf({ pool }: Services): Map<string, Date> {
  const known = singleReadings.get(pool) ?? new Map<string, Date>()
  singleReadings.set(pool, known)
  return known
}

function remember(readings: Map<string, Date>, name: string, at: Date): void {
  readings.delete(name)
  readings.set(name, at)
  const oldest = readings.size > mostRemembered ? readings.keys().next().value : undefined
  if (oldest !== undefined) readings.delete(oldest)
}

const later = (a: Date | null, b: Date | undefined) => (a === null || (b && b > a) ? (b ?? null) : a)

const unconnected: SourceState = {
  status: 'disconnected',
  importing: false,
  readAt: null,
  isAwaited: false,
  isFailing: false,
}

/** What is stored is what the source had at `notBefore` or later, as far as anybody can tell. */
const isYoung = ({ readAt, isAwaited, isFailing }: SourceState, notBefore: Date) =>
  readAt !== null && readAt >= notBefore && !isAwaited && !isFailing

export async function readWithin(
  services: Services,
  scope: Scope,
  source: Source,
  notBefore: Date,
): Promise<KnownAge> {
  const name = nameOf(scope, source)
  const until = performance.now() + patienceMs
  const look = async (): Promise<SourceState> => {
    const state = (await sourceState(services.db, scope, source)) ?? unconnected
    return { ...state, readAt: later(state.readAt, readingsOf(services).get(name)) }
  }
  let state = await look()
  let obstacle: Obstacle | undefined
  for (let readings = 0; readings < mostReadings && !isYoung(state, notBefore) && !obstacle; readings += 1) {
    obstacle = await inTime(joined(services, scope, source, name), until)
    state = await look()
  }
  const { readAt, importing } = state
  if (isYoung(state, notBefore)) return { readAt, importing, isYoung: true }
  return { readAt, importing, isYoung: false, obstacle: obstacle ?? 'no time' }
}

/** Who waits no longer leaves the reading to those who come later. */
function inTime(reading: Promise<Obstacle | undefined>, until: number): Promise<Obstacle | undefined> {
  const waiting = new AbortController()
  const isOver = pause(Math.max(0, until - performance.now()), 'no time' as const, { signal: waiting.signal })
  return Promise.race([reading, isOver.catch(() => undefined)]).finally(() => waiting.abort())
}

function joined(services: Services, scope: Scope, source: Source, name: string) {
  const running = underWay.get(name)
  if (running) return running
  const reading = readNow(services, scope, source, name).finally(() => underWay.delete(name))
  underWay.set(name, reading)
  return reading
}

async function readNow(
  services: Services,
  scope: Scope,
  source: Source,
  name: string,
): Promise<Obstacle | undefined> {
  try {
    const access = await connectionAccess(services, scope, source.connectionId)
    if (access?.connection.status !== 'active') return 'disconnected'
    const began = services.clock.now()
    const outcome = await readers[source.entity](access, source, notForLong(services.clients.budget))
    if (outcome === 'read' && source.entity === 'reservations') remember(readingsOf(services), name, began)
    return outcome === 'read' || outcome === 'overtaken' ? undefined : outcome
  } catch (err) {
    services.log.warn(
      { err, connection: source.connectionId, entity: source.entity },
      'could not be read now',
    )
    return obstacleOf(err)
  }
}

/** Nobody waits longer than this for room under the vendor's limit. */
const notForLong = (budget: Budget): Budget => ({
  block: budget.block,
  take: (identity, limits, lane, options) =>
    budget.take(identity, limits, lane, { ...options, longestWaitMs: patienceMs }),
})

function obstacleOf(error: unknown): Obstacle {
  if (!(error instanceof VendorError)) return 'failed'
  if (error.kind === 'rate_limited') return 'no time'
  return error.kind === 'credentials' || error.kind === 'reauth' ? 'disconnected' : 'failed'
}
