/** Deletes acts some time after they ended. */
import { startLoop, type BackgroundLoop } from '../../platform/background-loop.ts'
import type { Services } from '../../services.ts'
import { deleteEnded, type ActKind } from './act-queries.ts'
import type { ActKinds } from './resolver.ts'

const everyMs = 3_600_000
const batchRows = 1000
/** No client repeats a request for nearly this long. */
export const keptDays = 90

type ActCleanupDeps = Pick<Services, 'db' | 'clock' | 'log'>

/** Returns how many acts were deleted. */
export async function deleteEndedActs({ db, clock }: ActCleanupDeps, kinds: ActKinds): Promise<number> {
  const before = new Date(clock.now().getTime() - keptDays * 86_400_000)
  const forgotten = (Object.keys(kinds) as ActKind[]).filter((kind) => kinds[kind].isNeverForgotten !== true)
  let total = 0
  for (let deleted = batchRows; deleted === batchRows; total += deleted)
    deleted = await deleteEnded(db, forgotten, before, batchRows)
  return total
}

/** Several processes may run this loop at once, since a deletion finds nothing the second time. */
export function startActCleanup(needed: ActCleanupDeps, kinds: ActKinds): BackgroundLoop {
  const { log } = needed
  return startLoop({ everyMs, log, failed: 'acts that ended stay for now' }, async () => {
    await deleteEndedActs(needed, kinds)
  })
}
