/** What a cutover and a rollback mean for each account. Pure. */
import type { CutoverSource, RollbackSource } from '../../../contract/migration-watch.ts'
import type { MigrationSourceRow } from '../queries.ts'
import type { WatchRow } from './queries.ts'
import { isWatched } from './show.ts'

type WatchSource = Pick<MigrationSourceRow, 'id' | 'provider' | 'status'>
type StoredWatch = Pick<WatchRow, 'connection_id' | 'looks' | 'ended_at' | 'until'>

const signIn = 'To read it again the property manager has to sign in there once more.'

/** By the state of its access. */
const afterCutover = {
  watched: 'It is looked at, and a rollback connects it again.',
  kept: 'It has no imported stays to compare with, so it is not looked at; a rollback connects it again.',
  wiped: `Nothing is kept that opens it: a rollback does not connect it. ${signIn}`,
} as const
const forGood = 'Nothing is kept that opens it, and no account can be connected to the workspace any more.'

export function describeCutoverSources(
  accounts: readonly WatchSource[],
  storedWatches: readonly StoredWatch[],
  now: Date,
): CutoverSource[] {
  const watches = storedWatches.filter((watch) => isWatched(watch, now))
  return accounts.map(({ id, provider }) => {
    const watch = watches.find(({ connection_id }) => connection_id === id)
    const access = !watch ? 'wiped' : watch.looks ? 'watched' : 'kept'
    const message = watches.length === 0 ? forGood : afterCutover[access]
    return { connectionId: id, provider, access, message }
  })
}

/** `accounts` are in the state after the rollback. */
export function describeRollbackSources(
  accounts: readonly WatchSource[],
  storedWatches: readonly Pick<WatchRow, 'connection_id'>[],
): RollbackSource[] {
  return accounts.map(({ id, provider, status }) => {
    const wasKept = storedWatches.some(({ connection_id }) => connection_id === id)
    const connected = status !== 'disconnected'
    return { connectionId: id, provider, connected, message: afterRollback(status, wasKept) }
  })
}

function afterRollback(status: string, wasKept: boolean): string {
  if (status === 'active') return 'It is connected, and read on from where it was.'
  if (status !== 'disconnected') return `It is as it was, and its provider refused its access. ${signIn}`
  return wasKept
    ? `It was connected by the rollback and has been disconnected since. ${signIn}`
    : `It was not connected when the cutover was made, so nothing of its access was kept. ${signIn}`
}
