/** Records what vendor answers say about the stored access. */
import type { AccessWatch } from '../connector-kit/http.ts'
import type { Scope } from '../platform/tenant.ts'
import type { ConnectionKey, Services } from '../services.ts'
import { afterRefusal, isAccessRefusal, type RefusedAccess } from './refused-access.ts'
import { forgetRefusedAccess, refusedAccess, storeRefusedAccess } from './refused-access-queries.ts'
import { wakeConnection } from './connection-queries.ts'

type AccessNoteServices = Pick<Services, 'db' | 'clock' | 'log'>

/** Returns undefined if the error does not concern access, or the credentials changed meanwhile. */
export async function recordRefusal(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  scope: Scope,
  connection: Pick<ConnectionKey, 'id' | 'credentials'>,
  { error, random }: { error: unknown; random: number },
): Promise<RefusedAccess | undefined> {
  if (!isAccessRefusal(error)) return undefined
  const refusal = await refusedAccess(db, scope, connection.id)
  const next = afterRefusal(refusal, {
    kind: error.kind === 'reauth' ? 'reauth' : 'credentials',
    at: clock.now(),
    clockAheadMs: error.clockAheadMs ?? null,
    random,
  })
  return (await storeRefusedAccess(db, scope, connection, next)) ? next : undefined
}

/** For a locked-out account only its scheduled attempt is recorded. */
export function watchAccess(
  needed: AccessNoteServices,
  scope: Scope,
  connection: ConnectionKey,
  use: 'sync' | 'request',
): AccessWatch | undefined {
  if (connection.status !== 'active') return undefined
  let isDoubted = connection.isRefused
  const noted = (work: Promise<void>) =>
    work.catch((err: unknown) =>
      needed.log.warn({ err, connection: connection.id }, 'what an answer says of the access was not noted'),
    )
  return {
    async accepted() {
      if (!isDoubted) return
      isDoubted = false
      await noted(forgetRefusedAccess(needed.db, scope, connection.id))
    },
    async failed(error) {
      if (!isAccessRefusal(error)) return
      isDoubted = true
      await noted(note(needed, scope, connection, { error, isAwaited: use === 'request' }))
    },
  }
}

async function note(
  needed: AccessNoteServices,
  scope: Scope,
  connection: ConnectionKey,
  { error, isAwaited }: { error: unknown; isAwaited: boolean },
): Promise<void> {
  const access = await recordRefusal(needed, scope, connection, { error, random: Math.random() })
  // The sync engine ends its own turn on a refusal; any other caller has to wake the connection.
  if (isAwaited && access?.confirmedAt != null)
    await wakeConnection(needed.db, scope, connection.id, needed.clock.now())
}
