/**
 * Links that make the first owner of a workspace. A link is stored nowhere: its signature proves that this server made it,
 * and it opens only while nobody owns the workspace, so it works once.
 */
import { randomUUID } from 'node:crypto'
import { signInSeconds, type RedeemBody } from '../../../contract/members.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { randomToken, type Vault } from '../../../platform/crypto.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { insertUsedInvitation } from './link-queries.ts'
import { insertMember, memberIdAt, ownerRows, updateMember } from './queries.ts'

const purpose = 'owner link'
const linkShape = /^(ol_([1-9]\d{0,17})_(\d{10})_[A-Za-z0-9]{16})_([\w-]{43})$/

export function newOwnerLink(vault: Pick<Vault, 'sign'>, { workspaceId }: Scope, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + signInSeconds
  const signed = `ol_${workspaceId}_${expires}_${randomToken(16)}`
  return `${signed}_${vault.sign(purpose, signed)}`
}

/** Null for what is no such link, is too old, or was not made by this server. */
export function parseOwnerLink(vault: Pick<Vault, 'verify'>, token: string, now: Date): Scope | null {
  const [, signed = '', workspaceId = '', expires = '', signature = ''] = linkShape.exec(token) ?? []
  if (signed === '' || Number(expires) * 1000 <= now.getTime()) return null
  return vault.verify(purpose, signed, signature) ? { workspaceId } : null
}

/** Returns the new owner's id; undefined where the workspace has an owner by now. Members are locked by the caller. */
export async function makeFirstOwner(
  tx: Queryable,
  scope: Scope,
  { email, name = null }: Pick<RedeemBody, 'email'> & { name?: string | null },
  now: Date,
): Promise<string | undefined> {
  if ((await ownerRows(tx, scope)).length > 0) return undefined
  if (email === undefined) {
    throw new ApiError(
      'invalid_body',
      '`email` is required: this link makes the first owner of the workspace.',
      { field: 'email' },
      { fix: 'Send the e-mail address of the person beside `token`.' },
    )
  }
  const address = email.toLowerCase()
  const id = randomUUID()
  const member = { id, email: address, name, role: 'owner', createdBy: 'cli' } as const
  if (await insertMember(tx, scope, member, now)) {
    await insertUsedInvitation(tx, scope, id, now)
    return id
  }
  // The address was invited and not confirmed yet.
  const invited = await memberIdAt(tx, scope, address)
  if (invited !== undefined) await updateMember(tx, scope, invited, { name, role: 'owner' })
  return invited
}
