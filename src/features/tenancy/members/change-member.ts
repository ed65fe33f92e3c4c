/** Adds, changes and removes members, never beyond the rights of the caller. */
import { randomUUID } from 'node:crypto'
import { roleScopes, type MemberRole } from '../../../contract/member-roles.ts'
import type {
  InvitationBody,
  InvitedMember,
  MailLocale,
  Member,
  MemberCreateBody,
  MemberUpdateBody,
} from '../../../contract/members.ts'
import { actorOf } from '../../../http/audited.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { actorText } from '../../../platform/audit.ts'
import type { Vault } from '../../../platform/crypto.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import type { RouteWriteContext } from '../../route.ts'
import { assertNotEnded } from '../workspaces/assert-not-ended.ts'
import { findExcess, type AccessRights } from '../workspaces/access-rights.ts'
import { readOwnRights } from '../workspaces/own-rights.ts'
import { countMail, createMemberLink } from './links.ts'
import { signInUrl } from './mail-texts.ts'
import { toMember } from './map.ts'
import {
  deleteMember,
  insertMember,
  lockMembers,
  memberRow,
  otherOwnerCount,
  updateMember,
  type MemberRow,
} from './queries.ts'
import { maxMembers, isNarrowerRole } from './rules.ts'
import { endSandboxAccess } from './sandbox-session.ts'
import { endSessionsOf, widenSessionsOf } from './session-queries.ts'

export const missingMember = (id: string) =>
  new ApiError('not_found', `No member ${id} in this workspace.`, { field: 'id', value_received: id })

/** A role does not expire and covers the whole workspace. */
const rightsOf = (role: MemberRole): AccessRights => ({
  scopes: roleScopes[role],
  expiresAt: null,
  connectionIds: null,
  listingIds: null,
})

function assertGivable(own: AccessRights, role: MemberRole): void {
  const over = findExcess(own, rightsOf(role))
  if (!over) return
  throw new ApiError(
    'forbidden',
    `Nobody gives a role that may do more than they may themselves: ${over.message}.`,
    { field: 'role', value_received: role },
    { fix: 'Give a narrower role, or have an owner or a key with all scopes do it.' },
  )
}

/** Changing, removing or inviting a member requires every right the member has. */
function assertWithin(own: AccessRights, row: MemberRow): void {
  const over = findExcess(own, rightsOf(row.role))
  if (!over) return
  throw new ApiError(
    'forbidden',
    `Member ${row.id} may do more than who asks: ${over.message}.`,
    { field: 'id', value_received: row.id },
    { fix: 'Have an owner or a key with all scopes do it.' },
  )
}

async function assertOwnerLeft(
  tx: Queryable,
  scope: Scope,
  row: MemberRow,
  about: { field: string; value_received: unknown },
): Promise<void> {
  if (row.role !== 'owner' || row.confirmed_at === null) return
  if ((await otherOwnerCount(tx, scope, row.id)) > 0) return
  throw new ApiError('last_owner', `Member ${row.id} is the last owner of this workspace.`, about)
}

async function findExistingMember(tx: Queryable, scope: Scope, id: string): Promise<MemberRow> {
  await lockMembers(tx, scope)
  const row = await memberRow(tx, scope, id)
  if (!row) throw missingMember(id)
  return row
}

async function rereadMember(tx: Queryable, scope: Scope, id: string): Promise<MemberRow> {
  const row = await memberRow(tx, scope, id)
  if (!row) throw new Error('a member that is held is gone')
  return row
}

/** Runs in the caller's transaction, for an API key or for the command line. */
export async function addMember(
  tx: Queryable,
  vault: Vault,
  scope: Scope,
  body: MemberCreateBody,
  { createdBy, now }: { createdBy: string; now: Date },
): Promise<{ row: MemberRow; token: string }> {
  const { name = null, role, locale = 'en' } = body
  const email = body.email.toLowerCase()
  await assertNotEnded(tx, scope)
  const used = await lockMembers(tx, scope)
  const id = randomUUID()
  if (!(await insertMember(tx, scope, { id, email, name, role, createdBy }, now))) {
    throw new ApiError('member_email_taken', `${email} is a member of this workspace already.`, {
      field: 'email',
      value_received: body.email,
    })
  }
  if (used >= maxMembers) {
    throw new ApiError(
      'too_many_members',
      `The workspace has ${used} members; that is as many as it may have.`,
      {
        limit: maxMembers,
        used,
      },
    )
  }
  await countMail(tx, { address: email, from: null, locale, now, waits: false })
  const token = await createMemberLink(tx, vault, scope, { memberId: id, purpose: 'invitation', locale, now })
  return { row: await rereadMember(tx, scope, id), token }
}

/** Without a mail server the inviter hands the link over. */
function toInvitedMember(
  { config, publicUrl, clock }: Pick<Services, 'config' | 'publicUrl' | 'clock'>,
  row: MemberRow,
  link: { locale: MailLocale; token: string },
): InvitedMember {
  const invitationLink = config.smtpUrl === undefined ? signInUrl(publicUrl, link) : null
  return { ...toMember(row, clock.now()), invitationLink }
}

export function createMember(context: RouteWriteContext, body: MemberCreateBody): Promise<InvitedMember> {
  const { services, scope, principal } = context
  const now = services.clock.now()
  return writeOnce(context, async (tx) => {
    assertGivable(await readOwnRights(tx, principal), body.role)
    const createdBy = actorText(actorOf(principal))
    const { row, token } = await addMember(tx, services.vault, scope, body, { createdBy, now })
    return toInvitedMember(services, row, { locale: body.locale ?? 'en', token })
  })
}

export function changeMember(
  context: RouteWriteContext,
  id: string,
  body: MemberUpdateBody,
): Promise<Member> {
  const { services, scope, principal } = context
  const now = services.clock.now()
  return writeOnce(context, async (tx) => {
    const row = await findExistingMember(tx, scope, id)
    const own = await readOwnRights(tx, principal)
    assertWithin(own, row)
    const { name = row.name, role = row.role } = body
    assertGivable(own, role)
    if (role !== 'owner') await assertOwnerLeft(tx, scope, row, { field: 'role', value_received: role })
    await updateMember(tx, scope, id, { name, role })
    if (isNarrowerRole(row.role, role)) {
      await endSessionsOf(tx, scope, id, now)
      await endSandboxAccess(tx, scope, row, { isRemoved: false, now })
    } else if (role !== row.role) await widenSessionsOf(tx, scope, id, { scopes: roleScopes[role], now })
    return toMember(await rereadMember(tx, scope, id), now)
  })
}

export function removeMember(
  context: RouteWriteContext,
  id: string,
): Promise<{ id: string; removed: boolean }> {
  const { services, scope, principal } = context
  return writeOnce(context, async (tx) => {
    const row = await findExistingMember(tx, scope, id)
    assertWithin(await readOwnRights(tx, principal), row)
    await assertOwnerLeft(tx, scope, row, { field: 'id', value_received: id })
    await endSandboxAccess(tx, scope, row, { isRemoved: true, now: services.clock.now() })
    await deleteMember(tx, scope, id)
    return { id, removed: true }
  })
}

export function reinviteMember(
  context: RouteWriteContext,
  id: string,
  { locale = 'en' }: InvitationBody,
): Promise<InvitedMember> {
  const { services, scope, principal } = context
  const now = services.clock.now()
  return writeOnce(context, async (tx) => {
    const row = await findExistingMember(tx, scope, id)
    assertWithin(await readOwnRights(tx, principal), row)
    await assertNotEnded(tx, scope)
    if (row.confirmed_at !== null) {
      throw new ApiError(
        'invalid_state',
        `Member ${id} has confirmed the address already.`,
        { currentStatus: 'active' },
        { fix: 'Nothing is to be done: the person signs in with `POST /v1/sign-in`.' },
      )
    }
    await countMail(tx, { address: row.email, from: null, locale, now, waits: false })
    const token = await createMemberLink(tx, services.vault, scope, {
      memberId: id,
      purpose: 'invitation',
      locale,
      now,
    })
    return toInvitedMember(services, await rereadMember(tx, scope, id), { locale, token })
  })
}
