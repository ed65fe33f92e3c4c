/**
 * Creates links with the mails that carry them. The secret is stored encrypted until the mail has left, then
 * deleted.
 */
import { randomUUID } from 'node:crypto'
import { invitationSeconds, signInSeconds, type MailLocale } from '../../../contract/members.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { hashApiKey, randomToken, type Vault } from '../../../platform/crypto.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import {
  countMailRequests,
  insertMemberLink,
  insertMailRequest,
  type MailRequest,
  type NewMemberLink,
} from './link-queries.ts'
import { mailWindowMs, maxMailsFromAddress, maxMailsToAddress } from './rules.ts'

const seconds: Record<NewMemberLink['purpose'], number> = {
  invitation: invitationSeconds,
  sign_in: signInSeconds,
}

/** The encryption context of a link's secret. */
export const linkSealContext = (scope: Scope, id: string): string => `member link:${scope.workspaceId}:${id}`

export interface MemberLinkRequest {
  memberId: string
  purpose: NewMemberLink['purpose']
  locale: MailLocale
  now: Date
  /** False for a link that the command line prints. */
  isMailed?: boolean
}

/** The secret names its workspace, so its row is found there; 40 characters of 62 are 238 random bits. */
const newSecret = ({ workspaceId }: Scope) => `ml_${workspaceId}_${randomToken(40)}`

/** The workspace and hash of a secret; null if it is malformed. */
export function parseLinkSecret(secret: string): { scope: Scope; hash: Buffer } | null {
  const [, workspaceId] = /^ml_([1-9]\d{0,17})_[A-Za-z0-9]{40}$/.exec(secret) ?? []
  return workspaceId === undefined ? null : { scope: { workspaceId }, hash: hashApiKey(secret) }
}

/** Returns the secret of the link, which only its mail or the answer to the inviter carries. */
export async function createMemberLink(
  tx: Queryable,
  vault: Vault,
  scope: Scope,
  request: MemberLinkRequest,
): Promise<string> {
  const id = randomUUID()
  const token = newSecret(scope)
  await insertMemberLink(tx, scope, {
    ...request,
    id,
    hash: hashApiKey(token),
    secret: request.isMailed === false ? null : vault.encrypt(token, linkSealContext(scope, id)),
    expiresAt: new Date(request.now.getTime() + seconds[request.purpose] * 1000),
  })
  return token
}

/** Counts every mail, whether or not the address is known, so the limit reveals nothing. */
export async function countMail(tx: Queryable, request: MailRequest): Promise<void> {
  const { address, from, now } = request
  const { toAddress, fromPlace } = await countMailRequests(
    tx,
    { address, from },
    new Date(now.getTime() - mailWindowMs),
  )
  const spent = [
    { ...fromPlace, limit: maxMailsFromAddress, whom: 'from your network' },
    { ...toAddress, limit: maxMailsToAddress, whom: 'to this address' },
  ]
    .filter(({ count, limit }) => count >= limit)
    .map((one) => ({ ...one, endMs: (one.oldest ?? now).getTime() + mailWindowMs }))
  // The limit that stays exceeded for longer decides the wait.
  const [refusing] = spent.toSorted((a, b) => b.endMs - a.endMs)
  if (!refusing) return insertMailRequest(tx, request)
  const { limit, whom, endMs } = refusing
  const waitMs = endMs - now.getTime()
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000))
  throw new ApiError(
    'rate_limit_exceeded',
    `${limit} mails were asked for ${whom} in ${mailWindowMs / 60_000} minutes; wait ${retryAfter} s.`,
    { limit, window_seconds: mailWindowMs / 1000, retry_after: retryAfter },
  )
}
