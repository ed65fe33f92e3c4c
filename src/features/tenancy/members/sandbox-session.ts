/** Lets a member of a live workspace into its sandbox. There is no way back: a session of a sandbox never opens live data. */
import { randomUUID } from 'node:crypto'
import type { Principal } from '../../../http/route.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { insertUsedInvitation } from './link-queries.ts'
import { endSessionsOf } from './session-queries.ts'
import {
  deleteMember,
  insertMember,
  lockMembers,
  memberIdAt,
  memberRow,
  otherOwnerCount,
  ownWorkspaces,
  updateMember,
} from './queries.ts'
import { signIn, type OpenedSession } from './sign-in.ts'

/** What made a member of a sandbox who came from live data; such a member is never mailed a link. */
const sandboxMaker = (memberId: string) => `live:${memberId}`

/**
 * Ends what a member of live data has in the sandbox, when they are removed or their role becomes narrower. Its last
 * owner stays as a row, since a workspace keeps one, but has no session and gets no link.
 */
export async function endSandboxAccess(
  tx: Queryable,
  { workspaceId }: Scope,
  member: { id: string; email: string },
  { isRemoved, now }: { isRemoved: boolean; now: Date },
): Promise<void> {
  const { sandbox } = await ownWorkspaces(tx, workspaceId)
  if (!sandbox) return
  const scope = { workspaceId: sandbox.id }
  await lockMembers(tx, scope)
  const id = await memberIdAt(tx, scope, member.email)
  const row = id === undefined ? undefined : await memberRow(tx, scope, id)
  if (row?.created_by !== sandboxMaker(member.id)) return
  await endSessionsOf(tx, scope, row.id, now)
  const mayGo = row.role !== 'owner' || (await otherOwnerCount(tx, scope, row.id)) > 0
  if (isRemoved && mayGo) await deleteMember(tx, scope, row.id)
}

export async function openSandboxSession(
  tx: Queryable,
  { memberId, workspaceId }: Principal,
  now: Date,
): Promise<OpenedSession> {
  const member = memberId === null ? undefined : await memberRow(tx, { workspaceId }, memberId)
  const { sandbox } = await ownWorkspaces(tx, workspaceId)
  if (!member || !sandbox) {
    throw new ApiError(
      'invalid_state',
      member ? 'This workspace has no sandbox.' : 'An API key opens no session.',
      { currentStatus: member ? 'sandbox' : 'api_key' },
      { fix: 'Ask with the session of a member of a live workspace.' },
    )
  }
  const scope = { workspaceId: sandbox.id }
  await lockMembers(tx, scope)
  const { email, name, role } = member
  const id = randomUUID()
  if (await insertMember(tx, scope, { id, email, name, role, createdBy: sandboxMaker(member.id) }, now)) {
    await insertUsedInvitation(tx, scope, id, now)
    return { ...(await signIn(tx, scope, id, now)), scope }
  }
  const known = await memberIdAt(tx, scope, email)
  if (known === undefined) throw new Error('a member that is held is gone')
  // A workspace keeps an owner, and of made-up data it may be one whose role became narrower elsewhere.
  const isLastOwner =
    (await memberRow(tx, scope, known))?.role === 'owner' && (await otherOwnerCount(tx, scope, known)) === 0
  await updateMember(tx, scope, known, { name, role: isLastOwner ? 'owner' : role })
  return { ...(await signIn(tx, scope, known, now)), scope }
}
