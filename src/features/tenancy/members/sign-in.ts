import { roleScopes } from '../../../contract/member-roles.ts'
import { sessionSeconds, type MailLocale, type Member, type RedeemBody } from '../../../contract/members.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { writeAuditLine, targetOf } from '../../../platform/audit.ts'
import { isSandbox, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { newSessionToken } from '../workspaces/keys.ts'
import { endMemberLinks, useLink } from './link-queries.ts'
import { countMail, parseLinkSecret } from './links.ts'
import { toMember } from './map.ts'
import { makeFirstOwner, parseOwnerLink } from './owner-links.ts'
import { confirmMember, lockMembers, memberRow } from './queries.ts'
import { insertSession } from './session-queries.ts'

/**
 * Only records the request; a worker looks the address up. The answer and its timing are therefore the same
 * for every address.
 */
export async function requestSignInLink(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  signInRequest: { email: string; from: string; locale: MailLocale },
): Promise<void> {
  const { email, from, locale } = signInRequest
  const request = { address: email.toLowerCase(), from, locale, now: clock.now(), waits: true }
  await db.transaction().execute((tx) => countMail(tx, request))
}

export interface OpenedSession {
  sessionId: string
  token: string
  expiresAt: Date
  scope: Scope
  member: Member
}

interface LinkOpening {
  body: RedeemBody
  requestId: string
  ip: string
}

const invalidLink = () => new ApiError('sign_in_link_invalid')

/** Uses the link, confirms the address, creates the session and appends the event in one transaction. */
export async function openSignInLink(
  { db, clock, vault }: Pick<Services, 'db' | 'clock' | 'vault'>,
  { body, requestId, ip }: LinkOpening,
): Promise<OpenedSession> {
  const now = clock.now()
  const link = parseLinkSecret(body.token)
  const scope = link?.scope ?? parseOwnerLink(vault, body.token, now)
  if (!scope) throw invalidLink()
  return db.transaction().execute(async (tx) => {
    // Members are locked before the link's row, in the order that removing a member uses.
    await lockMembers(tx, scope)
    const memberId = link ? await useLink(tx, link, now) : await makeFirstOwner(tx, scope, body, now)
    if (memberId === undefined) throw invalidLink()
    const session = await signIn(tx, scope, memberId, now)
    await writeAuditLine(
      tx,
      scope,
      {
        action: 'redeemSignInLink',
        actor: { kind: 'member', id: memberId },
        targets: [targetOf('member', memberId), targetOf('session', session.sessionId)],
        requestId,
        ip,
      },
      now,
    )
    return { ...session, scope }
  })
}

/** Confirms the address and opens a session. */
export async function signIn(
  tx: Queryable,
  scope: Scope,
  memberId: string,
  now: Date,
): Promise<Omit<OpenedSession, 'scope'>> {
  const before = await memberRow(tx, scope, memberId)
  // The member was removed meanwhile.
  if (!before) throw invalidLink()
  await confirmMember(tx, scope, memberId, now)
  // Access to the mailbox is proven, so the other links are no longer needed.
  await endMemberLinks(tx, scope, { memberId, purpose: null }, now)
  const { token, prefix, hash, mode } = newSessionToken(isSandbox(scope) ? 'sandbox' : 'live')
  const expiresAt = new Date(now.getTime() + sessionSeconds * 1000)
  const scopes = roleScopes[before.role]
  const sessionId = await insertSession(tx, scope, { memberId, mode, prefix, hash, scopes, expiresAt, now })
  const row = await memberRow(tx, scope, memberId)
  if (!row) throw new Error('a member that is held is gone')
  return { sessionId, token, expiresAt, member: toMember(row, now) }
}
