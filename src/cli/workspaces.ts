import { workspaces } from '../features/tenancy/workspaces/queries.ts'
import { loadConfig } from '../platform/config.ts'
import { commandLog } from './command-log.ts'
import { action } from './command.ts'
import { withDatabase } from './database.ts'
import { minute, print, table } from './print.ts'

export const workspacesList = action({ run: listWorkspaces })

async function listWorkspaces(): Promise<void> {
  const rows = await withDatabase(loadConfig(), commandLog(), ({ kysely }) => workspaces(kysely))
  const lines = rows.map((workspace) => [
    workspace.id,
    workspace.name,
    workspace.parent_id === null ? workspace.plan : `as ${workspace.parent_id}`,
    workspace.sandbox_id ?? '-',
    String(workspace.live_keys),
    String(workspace.sandbox_keys),
    minute(workspace.created_at),
    workspace.deactivated_at ? `deactivated ${minute(workspace.deactivated_at)}` : 'active',
  ])
  print(table(['ID', 'NAME', 'PLAN', 'SANDBOX', 'LIVE KEYS', 'SANDBOX KEYS', 'CREATED', 'STATE'], lines))
}
