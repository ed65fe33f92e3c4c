import { sql } from 'kysely'

/**
 * A row of each workspace, by `workspace_id`. The row of `retention` is made with the workspace and lies where its other rows do. A cluster of
 * Citus does not look from `workspaces`, which every machine has, into tables that are cut up.
 */
export const everyWorkspace = sql.table('retention')
