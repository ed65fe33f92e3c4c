/** Sign-in and invitation links, their mails, and who requested them. */
import { randomBytes, randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { MailLocale } from '../../../contract/members.ts'
import { notifyWork } from '../../../platform/due-work/work-notices.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'

export interface NewMemberLink {
  id: string
  memberId: string
  purpose: 'invitation' | 'sign_in'
  locale: MailLocale
  hash: Buffer
  /** Encrypted; null where no mail carries the link. */
  secret: Buffer | null
  expiresAt: Date
  now: Date
}

/** Earlier links of the same purpose stop working, and their mails are not sent. */
export async function insertMemberLink(tx: Queryable, scope: Scope, link: NewMemberLink): Promise<void> {
  const { id, memberId, purpose, locale, hash, secret, expiresAt, now } = link
  await endMemberLinks(tx, scope, { memberId, purpose }, now)
  await sql`
    insert into member_links (workspace_id, id, member_id, purpose, locale, hash, secret, created_at, expires_at,
                              mail, next_attempt_at, settled_at)
    values (${scope.workspaceId}, ${id}, ${memberId}, ${purpose}, ${locale}, ${hash}, ${secret}, ${now}, ${expiresAt},
            ${secret === null ? 'sent' : 'pending'}, ${secret === null ? null : now}, ${secret === null ? now : null})`.execute(
    tx,
  )
  if (secret !== null) await notifyWork(tx, 'mail')
}

/** Members are shown with their last invitation, so one who was never mailed gets a used one; its link opens nothing. */
export async function insertUsedInvitation(
  tx: Queryable,
  scope: Scope,
  memberId: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into member_links (workspace_id, id, member_id, purpose, locale, hash, created_at, expires_at, mail, settled_at,
                              ended_at)
    values (${scope.workspaceId}, ${randomUUID()}, ${memberId}, 'invitation', 'en', ${randomBytes(32)}, ${now}, ${now},
            'sent', ${now}, ${now})`.execute(tx)
}

/** With `purpose` null, ends all links of the member. */
export async function endMemberLinks(
  tx: Queryable,
  scope: Scope,
  { memberId, purpose }: { memberId: string; purpose: NewMemberLink['purpose'] | null },
  now: Date,
): Promise<void> {
  await sql`
    update member_links l
    set ended_at = ${now}, mail = case when mail = 'pending' then 'failed' else mail end, secret = null,
        mail_error = case when mail = 'pending' then 'replaced' else mail_error end, next_attempt_at = null,
        settled_at = coalesce(settled_at, ${now})
    where ${inScope(scope, 'member_links', 'l')} and l.member_id = ${memberId} and l.ended_at is null
      and (${purpose}::text is null or l.purpose = ${purpose})`.execute(tx)
}

/** Uses the link once: of two concurrent requests one gets it. Clears its pending mail. Returns the member's id. */
export async function useLink(
  tx: Queryable,
  { scope, hash }: { scope: Scope; hash: Buffer },
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ member_id: string }>`
    update member_links l
    set ended_at = ${now}, secret = null, next_attempt_at = null, settled_at = coalesce(settled_at, ${now}),
        mail = case when mail = 'pending' then 'sent' else mail end,
        mail_error = case when mail = 'pending' then null else mail_error end
    from workspaces w
    where ${inScope(scope, 'member_links', 'l')} and l.hash = ${hash} and l.ended_at is null and l.expires_at > ${now}
      and w.id = l.workspace_id and w.deactivated_at is null
    returning l.member_id`.execute(tx)
  return rows[0]?.member_id
}

export interface MailRequest {
  address: string
  /** null for an invitation, which needs a right instead of a limit. */
  from: string | null
  locale: MailLocale
  now: Date
  waits: boolean
}

export interface MailCount {
  count: number
  oldest: Date | null
}

/** Counts mails requested since a moment; locks the address and the sender's IP until the transaction ends. */
export async function countMailRequests(
  tx: Queryable,
  { address, from }: Pick<MailRequest, 'address' | 'from'>,
  since: Date,
): Promise<{ toAddress: MailCount; fromPlace: MailCount }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail to ${address}`}, 0))`.execute(tx)
  if (from !== null)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`mail from ${from}`}, 1))`.execute(tx)
  const counted = async (which: RawBuilder<unknown>): Promise<MailCount> => {
    const { rows } = await sql<MailCount>`
      select count(*)::int as count, min(asked_at) as oldest from mail_requests
      where ${which} and asked_at > ${since}`.execute(tx)
    return rows[0] ?? { count: 0, oldest: null }
  }
  return {
    toAddress: await counted(sql`address = ${address}`),
    fromPlace: await counted(sql`asked_from = ${from}::text`),
  }
}

export async function insertMailRequest(tx: Queryable, request: MailRequest): Promise<void> {
  const { address, from, locale, now, waits } = request
  await sql`
    insert into mail_requests (address, asked_from, locale, asked_at, waits)
    values (${address}, ${from}, ${locale}, ${now}, ${waits})`.execute(tx)
  if (waits) await notifyWork(tx, 'mail')
}
