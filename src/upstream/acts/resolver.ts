/** Finds out what became of writes whose outcome is not known, in any process and after any crash, and records them. */
import type { Connector, VendorContext } from '../../connector-kit/connector.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { startLoop, type BackgroundLoop } from '../../platform/background-loop.ts'
import type { Scope } from '../../platform/tenant.ts'
import { nextSearch } from './searches.ts'
import type { Services } from '../../services.ts'
import { callConnection, connectionAccess, type ConnectionAccess } from '../access.ts'
import { moved } from './act.ts'
import { actOfId, takeDueActs, updateAct, type ActKind, type DueAct, type StoredAct } from './act-queries.ts'

export interface KeptAct {
  key: string
  request: unknown
  result: unknown
  askedAt: Date
}

/** One kind of act as the resolver knows it. */
export interface ResolvedKind {
  /** null: it is not there; undefined: this one cannot be looked for. Left out where none can. */
  find?(
    context: VendorContext,
    connector: Connector,
    act: KeptAct,
    access: ConnectionAccess,
  ): Promise<unknown>
  /** Writes down here what was done there, and closes the act in the same transaction. Doing it twice changes nothing. */
  record(access: Recording, act: KeptAct): Promise<void>
}

export type Recording = Pick<ConnectionAccess, 'services' | 'scope' | 'connection' | 'connector'>

export type ActKinds = Record<ActKind, ResolvedKind>

const askEveryMs = 1000
const mostAtOnce = 20
/** A process that dies leaves it to others after this. */
const leaseMs = 120_000
/** About a day and a half. */
const mostLooks = 40

export function startActResolver(
  services: Services,
  kinds: ActKinds,
  options: { askEveryMs?: number } = {},
): BackgroundLoop {
  const { db, clock, log } = services
  const everyMs = options.askEveryMs ?? askEveryMs
  return startLoop({ everyMs, log, failed: 'open writes to vendors could not be asked for' }, async () => {
    const now = clock.now()
    const due = await takeDueActs(db, now, new Date(now.getTime() + leaseMs), mostAtOnce)
    await Promise.all(due.map((act) => resolve(services, kinds, act)))
  })
}

async function resolve(services: Services, kinds: ActKinds, { workspaceId, id }: DueAct): Promise<void> {
  const scope = { workspaceId }
  const act = await actOfId(services.db, scope, id)
  if (!act) return
  try {
    const access = await connectionAccess(services, scope, act.connection_id)
    if (!access) return await later(services, scope, act)
    await findOut(access, kinds[act.kind], act)
  } catch (error) {
    const level = error instanceof VendorError ? 'warn' : 'error'
    services.log[level]({ err: error, act: id }, 'what became of a write to a vendor could not be found out')
    const now = await actOfId(services.db, scope, id)
    if (now) await later(services, scope, now)
  }
}

/** Looked at again after a pause; too often in vain, and it stays unknown until somebody asks. */
async function later(services: Services, scope: Scope, act: StoredAct, outcome = act.outcome): Promise<void> {
  const now = services.clock.now()
  const isOver = act.state !== 'done' && act.looks + 1 >= mostLooks
  const next = isOver ? null : nextSearch(act.looks, now)
  await updateAct(services.db, scope, act, {
    ...act,
    outcome,
    looks: act.looks + 1,
    next_look_at: next,
    at: now,
  })
}

async function findOut(access: ConnectionAccess, kind: ResolvedKind, stored: StoredAct): Promise<void> {
  const { services, scope } = access
  const now = services.clock.now()
  if (stored.state === 'done') return kind.record(access, keptOf(stored))
  if (stored.state === 'refused' || stored.state === 'absent') return
  const lost = stored.state === 'asking' ? await moved(access, stored, 'lose') : stored
  const { find } = kind
  if (find && access.connection.status !== 'active') return later(services, scope, lost)
  const found =
    find && (await callConnection(access, (context) => find(context, access.connector, keptOf(lost), access)))
  if (found === undefined) {
    const outcome = lost.outcome ?? 'the vendor gives no way to look for it'
    await updateAct(services.db, scope, lost, { ...lost, outcome, next_look_at: null, at: now })
    return
  }
  if (found !== null) {
    return kind.record(access, keptOf(await moved(access, lost, 'find', { result: found })))
  }
  if (lost.settles_at > now) return later(services, scope, lost)
  await moved(access, lost, 'miss', { outcome: `${access.connection.provider} never did it` })
}

const keptOf = ({ key, request, result, asked_at: askedAt }: StoredAct): KeptAct => ({
  key,
  request,
  result,
  askedAt,
})
