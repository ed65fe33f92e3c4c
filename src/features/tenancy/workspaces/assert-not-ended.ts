/** An ended migration accepts no accounts, and one that a file fills accepts none until that is done. */
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { workspaceEnd, isBeingFilled } from './child-queries.ts'

/** Throws if the workspace ended, and keeps it from ending until the transaction does. */
export async function assertTakesAccounts(tx: Queryable, scope: Scope): Promise<void> {
  const end = await workspaceEnd(tx, scope)
  if (end === null) return assertNotBeingFilled(tx, scope)
  throw new ApiError('invalid_state', `The migration is ${end}: no account is connected to it any more.`, {
    field: 'X-Workspace-Id',
    currentStatus: end,
  })
}

/** An account's records would collide with those the file has yet to bring. */
async function assertNotBeingFilled(tx: Queryable, scope: Scope): Promise<void> {
  if (!(await isBeingFilled(tx, scope))) return
  throw new ApiError(
    'invalid_state',
    'The workspace is being filled from a file: connect once that is done.',
    {
      field: 'X-Workspace-Id',
      currentStatus: 'importing',
    },
  )
}

/** Refuses keys and invitations for a workspace that has ended. */
export async function assertNotEnded(tx: Queryable, scope: Scope): Promise<void> {
  if ((await workspaceEnd(tx, scope)) !== 'deactivated') return
  throw new ApiError(
    'invalid_state',
    'The workspace is deactivated: neither a key of its own nor a member opens it any more.',
    { field: 'X-Workspace-Id', currentStatus: 'deactivated' },
    { fix: 'What is kept can still be read with a key of the workspace that made it, and `X-Workspace-Id`.' },
  )
}
