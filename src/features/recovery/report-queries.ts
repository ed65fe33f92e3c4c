import { sql } from 'kysely'
import type { Queryable } from '../../platform/tenant.ts'
import type { RecoveryAccountState } from './account-queries.ts'

export interface RecoveryRow {
  epoch: string
  backup: string | null
  taken_at: Date
  restored_at: Date
  declared_at: Date
  ended_at: Date | null
  pushes_dropped: number
  mails_dropped: number
}

export async function recoveryRows(db: Queryable): Promise<RecoveryRow[]> {
  const { rows } = await sql<RecoveryRow>`
    select epoch, backup, taken_at, restored_at, declared_at, ended_at, pushes_dropped, mails_dropped
    from recoveries order by epoch desc limit 20`.execute(db)
  return rows
}

export interface RecoveryAccountRow {
  workspace_id: string
  connection_id: string
  provider: string
  state: RecoveryAccountState
  since: Date
  found: Partial<Record<'compared' | 'changed' | 'found' | 'gone' | 'mended' | 'unread', number>>
  nights_kept: number
  error: string | null
}

export async function recoveryAccountRows(db: Queryable, epoch: string): Promise<RecoveryAccountRow[]> {
  const { rows } = await sql<RecoveryAccountRow>`
    select a.workspace_id, a.connection_id, c.provider, a.state, a.since, a.found, a.nights_kept, a.error
    from recovery_accounts a
    join connections c on c.workspace_id = a.workspace_id and c.id = a.connection_id
    where a.epoch = ${epoch}
    order by a.state = 'open', a.workspace_id, a.connection_id`.execute(db)
  return rows
}
