/** What is known here of a listing, for sending it to its property. */
import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'

type Fields = Readonly<Record<string, unknown>>

export interface KnownHome {
  content: Fields | null
  photos: readonly Fields[]
  /** In other languages than English. */
  texts: readonly { locale: string; content: Fields }[]
  /** null: we. */
  keptBy: string | null
}

export async function knownHome(
  db: Queryable,
  scope: Scope,
  listingId: string,
): Promise<KnownHome | undefined> {
  const { rows } = await sql<KnownHome>`
    select l.content, l.photos,
           (select coalesce(jsonb_agg(jsonb_build_object('locale', t.locale, 'content', t.content) order by t.locale), '[]')
            from listing_texts t where t.workspace_id = l.workspace_id and t.listing_id = l.id) as texts,
           (select n.provider from connections n
            where n.workspace_id = l.workspace_id and n.id = l.connection_id) as "keptBy"
    from listings l
    where ${inScope(scope, 'listings', 'l')} and l.id = ${listingId}`.execute(db)
  return rows[0]
}
