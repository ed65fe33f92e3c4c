/** Reads a record if the stored one is too old. Callers of this process who ask meanwhile share the reading. */
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

/** Longer than a vendor usually takes, and shorter than callers usually wait. */
const patienceMs = 8000
/** The first result may come from a reading that began earlier, or may have been overtaken. */
const mostReadings = 3

/** Why it could not be read now. */
export type ReadObstacle = 'disconnected' | 'not readable' | 'failed' | 'no time'

export interface KnownAge {
  readAt: Date | null
  isYoung: boolean
  importing: boolean
  obstacle?: ReadObstacle
}

/** Only readings of single reservations and of changes are remembered here. */
const mostRemembered = 10_000

/** The readings on demand of this process, by record. */
interface OnDemandRead {
  underWay: Map<string, Promise<ReadObstacle | undefined>>
  /** When single reservations and changes were last read, which no table stores. */
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

/** True if the stored record is what the source had at `notBefore` or later, as far as anybody can tell. */
const isYoung = ({ readAt, isAwaited, isFailing }: SourceState, notBefore: Date) =>
  readAt !== null && readAt >= notBefore && !isAwaited && !isFailing

/** Calendars are not read further ahead. */
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
    // A caller who stops waiting leaves the reading to later callers.
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
  // Other callers may join it, and it continues when the first one stops waiting.
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
