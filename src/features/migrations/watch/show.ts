/** A migration's watch as the API shows it; undefined if there was none. Pure. */
import type { MigrationWatch } from '../../../contract/migration-watch.ts'
import type { WatchRow } from './queries.ts'

/** An expired watch counts as ended, even before its row is updated. */
export const isWatched = ({ ended_at, until }: Pick<WatchRow, 'ended_at' | 'until'>, now: Date): boolean =>
  ended_at === null && until > now

export function toMigrationWatch(rows: readonly WatchRow[], now: Date): MigrationWatch | undefined {
  const [first] = rows
  if (!first) return undefined
  const isOn = isWatched(first, now)
  return {
    state: isOn ? 'watching' : first.ended_by === 'rollback' ? 'rolled_back' : 'ended',
    startedAt: first.started_at.toISOString(),
    until: first.until.toISOString(),
    endedAt: isOn ? null : (first.ended_at ?? first.until).toISOString(),
    found: rows.reduce((sum, { found }) => sum + found, 0),
    sources: rows.map(({ connection_id, provider, looks, looked_at, found, errors, last_error }) => ({
      connectionId: connection_id,
      provider,
      watched: looks,
      lastLookedAt: looked_at?.toISOString() ?? null,
      found,
      errors,
      ...(last_error === null ? {} : { lastError: last_error }),
    })),
  }
}
