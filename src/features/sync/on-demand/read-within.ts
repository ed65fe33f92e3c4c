/** A record that is young enough, read now if it is not: once for all who ask this process for it meanwhile. */
import { isHeldBack } from '../../../connector-kit/ratelimit.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { laterOf } from '../../../platform/clock.ts'
import { withoutPatience } from '../../../platform/request-patience.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { connectionAccess, type ConnectionAccess } from '../../../upstream/access.ts'
import { answerInTime, limitWait } from '../../../upstream/patience.ts'
import { calendarWindow } from '../state/cadence.ts'
import { onDemandReaders } from './read-now.ts'
import type { StoreOutcome } from './store-on-demand.ts'
import { stateOfChanges, sourceState, type ReadSource, type SourceState } from './source-queries.ts'

/** Longer than a vendor usually takes, shorter than callers usually wait. */
const patienceMs = 8000
/** The first may be a reading that began before this was asked, or was overtaken. */
const mostReadings = 3

/** Why it could not be read now. */
export type ReadObstacle = 'disconnected' | 'not readable' | 'failed' | 'no time'

export interface KnownAge {
  readAt: Date | null
  isYoung: boolean
  importing: boolean
  obstacle?: ReadObstacle
}

/** Single reservations, and changes of accounts, whose reading is remembered. */
const mostRemembered = 10_000

/** What this process reads and has read on demand, by record. */
interface OnDemandRead {
  underWay: Map<string, Promise<ReadObstacle | undefined>>
  /** When single reservations, and changes of accounts, were read: nothing stored tells. */
  readAt: Map<string, Date>
}
const onDemand = new WeakMap<Services['pool'], OnDemandRead>()

function onDemandOf({ pool }: Services): OnDemandRead {
  const known = onDemand.get(pool) ?? { underWay: new Map(), readAt: new Map() }
  onDemand.set(pool, known)
  return known
}

const nameOf = (scope: Scope, { connectionId, entity, externalId }: ReadSource) =>
  `${scope.workspaceId} ${connectionId} ${entity} ${externalId}`

function remember({ readAt }: OnDemandRead, name: string, at: Date): void {
  readAt.delete(name)
  readAt.set(name, at)
  const oldest = readAt.size > mostRemembered ? readAt.keys().next().value : undefined
  if (oldest !== undefined) readAt.delete(oldest)
}

/** What is stored is what the source had at `notBefore` or later, as far as anybody can tell. */
const isYoung = ({ readAt, isAwaited, isFailing }: SourceState, notBefore: Date) =>
  readAt !== null && readAt >= notBefore && !isAwaited && !isFailing

/** Calendars are read so far ahead and no further. */
const isBeyondReading = ({ services, connector }: ConnectionAccess, { lastNight = '' }: ReadSource) =>
  lastNight > calendarWindow(services.clock.now(), connector.manifest).to

export async function readWithin(
  services: Services,
  scope: Scope,
  source: ReadSource,
  notBefore: Date,
): Promise<KnownAge> {
  const name = nameOf(scope, source)
  const until = performance.now() + patienceMs
  const access = await connectionAccess(services, scope, source.connectionId)
  const look = async (): Promise<SourceState> => {
    const stored = await (source.entity === 'changes'
      ? stateOfChanges(services.db, scope, source.connectionId)
      : sourceState(services.db, scope, source))
    const single = onDemandOf(services).readAt.get(name) ?? null
    if (!stored) return { importing: false, readAt: single, isAwaited: false, isFailing: false }
    return { ...stored, readAt: laterOf(stored.readAt, single) }
  }
  let state = await look()
  let obstacle: ReadObstacle | undefined
  for (let readings = 0; readings < mostReadings && !isYoung(state, notBefore) && !obstacle; readings += 1) {
    // Who waits no longer leaves the reading to those who come later.
    obstacle = access
      ? await answerInTime(joined(access, source, name), until - performance.now())
      : 'disconnected'
    state = await look()
  }
  const { readAt, importing } = state
  if (access && isBeyondReading(access, source))
    return { readAt, importing, isYoung: false, obstacle: 'not readable' }
  if (isYoung(state, notBefore)) return { readAt, importing, isYoung: true }
  return { readAt, importing, isYoung: false, obstacle: obstacle ?? 'no time' }
}

function joined(access: ConnectionAccess, source: ReadSource, name: string) {
  const { underWay } = onDemandOf(access.services)
  const running = underWay.get(name)
  if (running) return running
  // Others may join it, and it goes on when whoever began it waits no longer.
  const reading = withoutPatience(() => readNow(access, source, name)).finally(() => underWay.delete(name))
  underWay.set(name, reading)
  return reading
}

async function readNow(
  access: ConnectionAccess,
  source: ReadSource,
  name: string,
): Promise<ReadObstacle | undefined> {
  const { services, connection } = access
  if (connection.status !== 'active') return 'disconnected'
  try {
    const began = services.clock.now()
    const outcome = await onDemandReaders[source.entity](
      access,
      source,
      limitWait(services.clients.budget, patienceMs),
    )
    if (outcome === 'read' && source.entity !== 'calendar') remember(onDemandOf(services), name, began)
    return obstacles[outcome]
  } catch (err) {
    const about = { err, connection: connection.id, entity: source.entity }
    services.log[isHeldBack(err) ? 'debug' : 'warn'](about, 'could not be read while somebody waited')
    return obstacleOf(err)
  }
}

const obstacles: Record<StoreOutcome, ReadObstacle | undefined> = {
  read: undefined,
  overtaken: undefined,
  'not all': 'failed',
  'not readable': 'not readable',
  importing: 'no time',
  disconnected: 'disconnected',
}

function obstacleOf(error: unknown): ReadObstacle {
  if (!(error instanceof VendorError)) return 'failed'
  if (error.kind === 'rate_limited') return 'no time'
  return error.kind === 'credentials' || error.kind === 'reauth' ? 'disconnected' : 'failed'
}
