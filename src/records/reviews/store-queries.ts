import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { columnList, columnNames, differs } from '../column-queries.ts'
import type { GuestReview } from '../../connector-kit/write-operations.ts'

export interface ReviewRow {
  id: string
  external_id: string
  account_id: string | null
  platform: string | null
  pms: string | null
  listing_id: string | null
  provider_property_id: string | null
  reservation_id: string | null
  reservation_code: string | null
  guest_id: string | null
  guest_name: string | null
  reviewer_role: string
  rating: string | null
  categories: object[]
  public_review: string | null
  private_feedback: string | null
  is_reviewee_recommended: boolean | null
  response_body: string | null
  response_submitted_at: string | null
  submitted_at: string | null
  expires_at: string | null
  hidden: boolean
  language: string | null
  source_hash: string | null
}

const columnTypes = {
  external_id: 'text',
  account_id: 'bigint',
  platform: 'text',
  pms: 'text',
  listing_id: 'bigint',
  provider_property_id: 'text',
  reservation_id: 'bigint',
  reservation_code: 'text',
  guest_id: 'bigint',
  guest_name: 'text',
  reviewer_role: 'text',
  rating: 'numeric',
  categories: 'jsonb',
  public_review: 'text',
  private_feedback: 'text',
  is_reviewee_recommended: 'boolean',
  response_body: 'text',
  response_submitted_at: 'timestamptz',
  submitted_at: 'timestamptz',
  expires_at: 'timestamptz',
  hidden: 'boolean',
  language: 'text',
} satisfies Record<Exclude<keyof ReviewRow, 'id' | 'source_hash'>, string>

const names = columnNames(columnTypes)
const record = sql`r (id bigint, ${columnList(columnTypes)}, source_hash text)`

export interface StoredReview {
  id: string
  external_id: string
  answered: boolean
}

export async function storedReviews(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, StoredReview>> {
  const { rows } = await sql<StoredReview>`
    select id, external_id, response_body is not null as answered from reviews
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.external_id, row]))
}

export async function insertReviews(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  rows: readonly ReviewRow[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into reviews (workspace_id, connection_id, id, ${names}, source_hash, created_at, updated_at)
    select ${scope.workspaceId}, ${connectionId}, id, ${names}, decode(source_hash, 'hex'), ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${record}`.execute(db)
}

/** Returns how many differed. A review whose stay is not known yet is offered again and again. */
export async function updateReviews(
  db: Queryable,
  scope: Scope,
  rows: readonly ReviewRow[],
  at: Date,
): Promise<number> {
  if (rows.length === 0) return 0
  const { numAffectedRows } = await sql`
    update reviews t
    set (${names}, source_hash) = row(${columnNames(columnTypes, 'r')}, decode(r.source_hash, 'hex')), updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${record}
    where t.workspace_id = ${scope.workspaceId} and t.id = r.id
      and ${differs(columnTypes)}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** false: it already has a reply. The source's own reading goes on. */
export async function storeReply(
  tx: Queryable,
  scope: Scope,
  id: string,
  { body, at }: { body: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update reviews set response_body = ${body}, response_submitted_at = ${at}, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${id} and response_body is null
    returning id`.execute(tx)
  return rows.length > 0
}

/** Stores the host's review once it was submitted. */
export async function storeGuestReview(
  tx: Queryable,
  scope: Scope,
  id: string,
  { review, at }: { review: GuestReview; at: Date },
): Promise<void> {
  const categories = review.categoryRatings.map(({ category, rating, comment = null }) => ({
    category,
    rating,
    comment,
  }))
  await sql`
    update reviews
    set public_review = ${review.publicReview}, private_feedback = ${review.privateFeedback ?? null},
        is_reviewee_recommended = ${review.isRevieweeRecommended}, categories = ${JSON.stringify(categories)}::jsonb,
        submitted_at = ${at}, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${id} and submitted_at is null`.execute(tx)
}
