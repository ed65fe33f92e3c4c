import { sql } from 'kysely'
import type { Scope } from '../../platform/tenant.ts'

/** Selects the address or number in use of guest `g`. */
export const contact = (scope: Scope, type: 'email' | 'phone') => sql<string | null>`(
  select c.value from guest_contacts c
  where c.workspace_id = ${scope.workspaceId}::bigint and c.guest_id = g.id and c.type = ${sql.lit(type)}
  order by c.is_primary desc, c.created_at, c.value limit 1)`
