/** Lets a member of a live workspace into its sandbox. There is no way back: a session of a sandbox never opens live data. */
import { randomUUID } from 'node:crypto'
import type { Principal } from '../../../http/route.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { insertUsedInvitation } from './link-queries.ts'
import {
  insertMember,
  lockMembers,
  memberIdAt,
  memberRow,
  otherOwnerCount,
  ownWorkspaces,
  updateMember,
} from './queries.ts'
import { signIn, type OpenedSession } from './sign-in.ts'

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
  const createdBy = `member:${member.id}`
  if (await insertMember(tx, scope, { id, email, name, role, createdBy }, now)) {
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
