/** Resolves writes with an unknown outcome, in any process and after any crash, and records them. */
import type { Connector, VendorContext } from '../../connector-kit/connector.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { BackgroundLoop } from '../../platform/background-loop.ts'
import { startDueLoop } from '../../platform/due-work/due-loop.ts'
import { startWorkPool } from '../../platform/fairness/work-pool.ts'
import type { Scope } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import { connectionAccess, type ConnectionAccess } from '../access.ts'
import { nextActDue, type ActChange, type ActKind, type StoredAct } from './act-queries.ts'
import { isUndone } from './act-state.ts'
import { actHoldMs, HoldLost, holdDueAct, type DueAct, type HeldAct } from './held.ts'
import { findActResult } from './run.ts'
import { nextSearch } from './searches.ts'

export interface ResolvedKind {
  /**
   * Returns null if nothing was found, undefined if this act cannot be searched for. Kinds without a search
   * lack it.
   */
  find?(
    context: VendorContext,
    connector: Connector,
    act: StoredAct,
    access: ConnectionAccess,
  ): Promise<unknown>
  /** Records the result here and closes the act in one transaction; idempotent. */
  record(access: ConnectionAccess, act: StoredAct): Promise<void>
  /** The resolver searches for acts of this kind without limit. */
  neverGivesUp?: true
  /** Acts of this kind are never deleted. */
  isNeverForgotten?: true
}

export type ActKinds = Record<ActKind, ResolvedKind>

const busyMs = 1_000
/** A new act is held for this long at least, so whoever looks as often as this is not late for it and needs no notice. */
const rhythm = { kind: 'act', busyMs, leastMs: 250, longestMs: actHoldMs } as const
const mostAtOnce = 20
/** With the pauses between searches this takes about a day and a half. */
const mostLooks = 40

export function startActResolver(
  services: Services,
  kinds: ActKinds,
  /** With `askEveryMs` it looks at this rhythm and hears no notices. */
  options: { askEveryMs?: number } = {},
): BackgroundLoop {
  const { db, log } = services
  const { askEveryMs } = options
  const failed = 'open writes to vendors could not be asked for'
  return startWorkPool<DueAct>(
    { everyMs: askEveryMs ?? busyMs, log, failed },
    {
      places: mostAtOnce,
      claim: (places) => holdDueAct(services, places),
      work: ({ workspaceId, held }) => resolve(services, { workspaceId }, kinds[held.act.kind], held),
    },
    askEveryMs === undefined
      ? (look) => startDueLoop(services, { ...rhythm, log, failed }, { look, nextDue: () => nextActDue(db) })
      : undefined,
  )
}

async function resolve(services: Services, scope: Scope, kind: ResolvedKind, held: HeldAct): Promise<void> {
  try {
    const access = await connectionAccess(services, scope, held.act.connection_id)
    await (access ? findOut(access, kind, held) : later(services, kind, held))
  } catch (error) {
    if (error instanceof HoldLost) return
    services.log.error(
      { err: error, act: held.act.id },
      'what became of a write to a vendor could not be found out',
    )
    const why = error instanceof ApiError ? { outcome: error.message, outcome_code: error.code } : {}
    await later(services, kind, held, why).catch(() => {})
  } finally {
    await held.end()
  }
}

/** Schedules the next search; after too many the outcome stays unknown until a caller asks. */
async function later(
  services: Services,
  kind: ResolvedKind,
  held: HeldAct,
  change: Partial<ActChange> = {},
): Promise<void> {
  const { looks } = held.act
  const next = isGivenUp(kind, held.act, looks + 1) ? null : nextSearch(looks, services.clock.now())
  await held.note({ ...change, looks: looks + 1, next_look_at: next })
}

const isGivenUp = (kind: ResolvedKind, { state }: StoredAct, looks: number) =>
  state !== 'done' && kind.neverGivesUp !== true && looks >= mostLooks

async function findOut(access: ConnectionAccess, kind: ResolvedKind, held: HeldAct): Promise<void> {
  const { services, connection } = access
  if (isUndone(held.act.state)) return held.note({ next_look_at: null })
  if (held.act.state === 'started')
    return held.move('refuse', { outcome: 'The server stopped before anything was sent.' })
  if (held.act.state === 'done') return kind.record(access, held.act)
  if (held.act.state === 'asking') await held.move('lose')
  const { find } = kind
  if (!find) return cannotSay(held)
  if (connection.status !== 'active') return later(services, kind, held)
  const isSettled = held.act.settles_at <= services.clock.now()
  let found: unknown
  try {
    found = await findActResult(access, held, (context) => find(context, access.connector, held.act, access))
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    services.log.warn({ err: error, act: held.act.id }, 'a write to a vendor could not be looked for')
    return endLooks(kind, held)
  }
  if (found === undefined) return cannotSay(held)
  if (found !== null) return kind.record(access, held.act)
  if (isSettled) return held.move('miss', { outcome: `${connection.provider} never did it` })
  await endLooks(kind, held)
}

async function endLooks(kind: ResolvedKind, held: HeldAct): Promise<void> {
  if (isGivenUp(kind, held.act, held.act.looks)) await held.note({ next_look_at: null })
}

const cannotSay = (held: HeldAct): Promise<void> =>
  held.note({
    outcome: held.act.outcome ?? 'the vendor gives no way to look for it',
    next_look_at: null,
  })
