/** The mail queue: sign-in requests, attempts, and deletion of old rows. */
import { sql } from 'kysely'
import type { MailLocale } from '../../../contract/members.ts'
import { claimEach, findDueInTurn } from '../../../platform/fairness/due-rows.ts'
import type { DueTable, WorkerPlaces } from '../../../platform/fairness/turns-sql.ts'
import type { Queryable } from '../../../platform/tenant.ts'

export interface SignInRequest {
  address: string
  locale: MailLocale
}

/** Skips locked rows, so several workers take different ones. */
export async function takeSignInRequests(tx: Queryable, limit: number): Promise<SignInRequest[]> {
  const { rows } = await sql<SignInRequest>`
    update mail_requests r set waits = false
    from (select id from mail_requests where waits order by id limit ${limit} for update skip locked) t
    where r.id = t.id returning r.address, r.locale`.execute(tx)
  return rows
}

export async function hasSignInRequests(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{
    waits: boolean
  }>`select exists (select from mail_requests where waits) as waits`.execute(db)
  return rows[0]?.waits ?? false
}

/** Members with this confirmed address, most recently used workspace first. */
export async function membersAt(
  tx: Queryable,
  address: string,
  limit: number,
): Promise<{ workspace_id: string; id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select m.workspace_id, m.id
    from ${sql.table('members')} m
    join workspaces w on w.id = m.workspace_id and w.deactivated_at is null
    where m.email = ${address} and m.confirmed_at is not null
      -- Who came to a sandbox from live data enters it from there alone.
      and m.created_by not like 'live:%'
    order by m.last_sign_in_at desc nulls last, m.workspace_id limit ${limit}`.execute(tx)
  return rows
}

export interface DueMail {
  workspaceId: string
  id: string
  purpose: 'invitation' | 'sign_in'
  locale: MailLocale
  secret: Buffer | null
  expires_at: Date
  attempts: number
  email: string
  workspace: string
}

/** Leases due mails to one worker until `leaseUntil`. */
export async function takeDueMails(
  db: Queryable,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
  places: WorkerPlaces,
): Promise<DueMail[]> {
  const where = sql`mail = 'pending'`
  const table: DueTable = { table: 'member_links', due: 'next_attempt_at', key: { id: 'uuid' }, where }
  return claimEach(await findDueInTurn(db, table, now, places), ({ workspaceId, lockFree }) =>
    sql<DueMail>`
      update member_links l set attempts = l.attempts + 1, next_attempt_at = ${leaseUntil}
      from members m, workspaces w
      where l.workspace_id = ${workspaceId} and l.id in ${lockFree}
        and m.workspace_id = ${workspaceId} and m.id = l.member_id and w.id = l.workspace_id
      returning l.workspace_id as "workspaceId", l.id, l.purpose, l.locale, l.secret, l.expires_at, l.attempts, m.email,
                w.name as workspace`.execute(db),
  )
}

/** When the first mail is due; null if none. */
export async function nextMailDue(db: Queryable): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`
    select min(next_attempt_at) as due from member_links where mail = 'pending'`.execute(db)
  return rows[0]?.due ?? null
}

type MailLease = Pick<DueMail, 'workspaceId' | 'id' | 'attempts'>

/** Deletes the secret. Does nothing if another worker took the mail or the link was replaced. */
export async function settleMail(
  db: Queryable,
  { workspaceId, id, attempts }: MailLease,
  { mail, error, now }: { mail: 'sent' | 'logged' | 'failed'; error: string | null; now: Date },
): Promise<void> {
  await sql`
    update member_links set mail = ${mail}, mail_error = ${error}, settled_at = ${now}, secret = null,
                            next_attempt_at = null
    where workspace_id = ${workspaceId} and id = ${id} and attempts = ${attempts} and mail = 'pending'`.execute(
    db,
  )
}

export async function delayMail(
  db: Queryable,
  { workspaceId, id, attempts }: MailLease,
  { error, until }: { error: string; until: Date },
): Promise<void> {
  await sql`
    update member_links set mail_error = ${error}, next_attempt_at = ${until}
    where workspace_id = ${workspaceId} and id = ${id} and attempts = ${attempts} and mail = 'pending'`.execute(
    db,
  )
}

/** Invitations stay until their member is deleted. */
export async function deleteOldMailRows(
  db: Queryable,
  { requests, others }: { requests: Date; others: Date },
): Promise<void> {
  await sql`delete from mail_requests where asked_at < ${requests} and not waits`.execute(db)
  await sql`
    delete from member_links where (workspace_id, id) in (
      select workspace_id, id from member_links where created_at < ${others} and purpose = 'sign_in')`.execute(
    db,
  )
  await sql`
    delete from api_keys where member_id is not null and least(expires_at, revoked_at) < ${others}`.execute(
    db,
  )
}
