/** Carries out one action at a vendor once per request. */
import { createHash } from 'node:crypto'
import type { ConnectionAccess } from '../access.ts'
import { keyReused } from './access.ts'
import { actOfKey, insertAct, type ActKind, type StoredAct } from './act-queries.ts'
import { isUndone } from './act-state.ts'
import { openHeld, restartChange, whileHeld } from './held.ts'
import { actKeyFor } from './key.ts'
import { moveAct } from './move.ts'
import { runAct, type ActDefinition } from './run.ts'
import { settlesAt } from './searches.ts'

export const hashOf = (request: unknown): Buffer =>
  createHash('sha256').update(JSON.stringify(request)).digest()

/** Carries the act out at the vendor, or throws the error to answer. The result must survive JSON. */
export async function actOnce<R>(
  access: ConnectionAccess,
  givenKey: string | undefined,
  act: ActDefinition<R>,
): Promise<R> {
  const { services, scope, connection } = access
  const { kind, request, kept } = act
  const hash = hashOf([kind, request])
  const holdRequest = {
    ...{ key: actKeyFor(givenKey), kind, hash },
    connectionId: connection.id,
    request: kept,
    state: 'asking' as const,
  }
  const opened = await openHeld(services, scope, holdRequest)
  if ('settled' in opened) {
    if (!opened.settled.request_hash.equals(hash)) throw keyReused()
    return opened.settled.result as R
  }
  return whileHeld(opened, async () => {
    const { state, request_hash: before } = opened.act
    // Nothing was done under the key, so a different request may use it.
    if (isUndone(state) && !before.equals(hash)) await opened.move('restart', restartChange(holdRequest))
    return runAct(access, opened, act)
  })
}

/**
 * Opens the key's act and stores it before the vendor is called. With `isAskedAgain` false an existing act
 * stays as it is, for the caller to judge.
 */
export async function openAct(
  access: ConnectionAccess,
  {
    key,
    kind,
    kept,
    isAskedAgain = true,
  }: { key: string; kind: ActKind; kept: unknown; isAskedAgain?: boolean },
): Promise<{ act: StoredAct; isNew: boolean }> {
  const { services, scope, connection } = access
  const at = services.clock.now()
  const hash = createHash('sha256').update(kind).digest()
  const fresh = await insertAct(services.db, scope, {
    ...{ key, kind, hash, at },
    connectionId: connection.id,
    request: kept,
    state: 'asking',
    settlesAt: settlesAt(at, false),
  })
  const stored = fresh ?? (await actOfKey(services.db, scope, key))
  if (!stored) throw new Error('an act was there and is gone')
  const isNew = fresh !== undefined
  if (isNew || !isAskedAgain || stored.state === 'done') return { act: stored, isNew }
  const open = stored.state === 'asking' ? await moveAct(access, stored, 'lose') : stored
  return { act: await moveAct(access, open, 'ask', { request: kept }), isNew }
}
