import { workspaces, type WorkspaceRow } from '../features/tenancy/workspaces/queries.ts'
import { loadConfig } from '../platform/config.ts'
import { commandLog } from './command-log.ts'
import { action, jsonOption } from './command.ts'
import { withDatabase } from './database.ts'
import { minute, print, printJson } from './print.ts'
import { table } from './table.ts'

export const workspacesList = action({
  examples: ['workspaces list'],
  options: jsonOption,
  run: ({ json }) => listWorkspaces(json),
})

/** `parentId` names the workspace whose plan covers this one. */
const workspaceJson = (workspace: WorkspaceRow) => ({
  id: workspace.id,
  name: workspace.name,
  plan: workspace.plan,
  parentId: workspace.parent_id,
  sandboxId: workspace.sandbox_id,
  liveKeys: workspace.live_keys,
  sandboxKeys: workspace.sandbox_keys,
  createdAt: workspace.created_at,
  deactivatedAt: workspace.deactivated_at,
})

async function listWorkspaces(json: boolean): Promise<void> {
  const rows = await withDatabase(loadConfig(), commandLog(), ({ kysely }) => workspaces(kysely))
  if (json) return printJson({ data: rows.map(workspaceJson) })
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
