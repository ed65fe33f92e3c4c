import { sql } from 'kysely'

/** Selects the address or number in use of guest `g`. */
export const contact = (type: 'email' | 'phone') => sql<string | null>`(
  select c.value from guest_contacts c
  where c.workspace_id = g.workspace_id and c.guest_id = g.id and c.type = ${sql.lit(type)}
  order by c.is_primary desc, c.created_at, c.value limit 1)`
