/** A migration that ended takes no accounts any more, and one that is filled from a file none until that is done. */
import { ApiError } from '../../../platform/api-error.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { workspaceEnd, isBeingFilled } from './child-queries.ts'

/** Until the transaction ends, the workspace does not end either. */
export async function assertTakesAccounts(tx: Queryable, scope: Scope): Promise<void> {
  const end = await workspaceEnd(tx, scope)
  if (end === null) return assertNotBeingFilled(tx, scope)
  throw new ApiError('invalid_state', `The migration is ${end}: no account is connected to it any more.`, {
    field: 'X-Workspace-Id',
    currentStatus: end,
  })
}

/** What an account tells would meet what the file has yet to say of it. */
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

/** A key and an invitation that open nothing are not made. */
export async function assertNotEnded(tx: Queryable, scope: Scope): Promise<void> {
  if ((await workspaceEnd(tx, scope)) !== 'deactivated') return
  throw new ApiError(
    'invalid_state',
    'The workspace is deactivated: neither a key of its own nor a member opens it any more.',
    { field: 'X-Workspace-Id', currentStatus: 'deactivated' },
    { fix: 'What is kept can still be read with a key of the workspace that made it, and `X-Workspace-Id`.' },
  )
}
