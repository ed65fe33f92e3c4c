/** After a restore nothing is written to an account before it was read as a whole. Every write of a vendor call passes here. */
import { VendorError } from '../connector-kit/vendor-error.ts'
import { ApiError } from '../platform/api-error.ts'
import { recoveryState } from '../platform/recovery-state.ts'
import { isSandbox, type Queryable, type Scope } from '../platform/tenant.ts'
import {
  accountAwaitedForListing,
  firstAwaitedAccount,
  isAccountAwaited,
  isFeedAwaited,
  keptNightsOf,
  type AwaitedAccount,
} from './recovery-gate-queries.ts'

const retryAfterSeconds = 10

/** Throws what says that nothing was sent: workers come back later, callers are answered 503. */
export async function assertAccountReconciled(
  db: Queryable,
  scope: Scope,
  connectionId: string,
): Promise<void> {
  if (!recoveryState().isReconciling || isSandbox(scope)) return
  if (!(await isAccountAwaited(db, scope, connectionId))) return
  throw new VendorError('rate_limited', 'the account was not read yet since the server was restored', {
    isQueued: true,
    isRecovering: true,
    retryAfterMs: retryAfterSeconds * 1000,
  })
}

/** Throws 503 while an account of the workspace is still being read. */
export async function assertWorkspaceReconciled(db: Queryable, scope: Scope): Promise<void> {
  if (!recoveryState().isReconciling || isSandbox(scope)) return
  const awaited = await firstAwaitedAccount(db, scope)
  if (awaited) throw stillReconciling(accountText(awaited), awaited.provider)
}

/** Throws 503 while something that may have sold the listing was not read. */
export async function assertListingReconciled(db: Queryable, scope: Scope, listingId: string): Promise<void> {
  const { isReconciling, declaredAt } = recoveryState()
  if (!isReconciling || declaredAt === null || isSandbox(scope)) return
  const awaited = await accountAwaitedForListing(db, scope, listingId)
  if (awaited) throw stillReconciling(accountText(awaited), awaited.provider)
  if (await isFeedAwaited(db, scope, listingId, declaredAt))
    throw stillReconciling(`a calendar that listing ${listingId} follows`)
}

/**
 * Throws 503 instead of a file of nights for others: restored nights may show a sold one as open, and whoever gets no
 * file keeps the last one. Without a listing it asks for the workspace alone. Readers learn nothing of the accounts.
 */
export async function assertNightsReconciled(
  db: Queryable,
  scope: Scope,
  listingId: string | null,
): Promise<void> {
  const { isReconciling, declaredAt } = recoveryState()
  if (!isReconciling || declaredAt === null || isSandbox(scope)) return
  const isAwaited =
    (await firstAwaitedAccount(db, scope)) !== undefined ||
    (listingId !== null &&
      ((await accountAwaitedForListing(db, scope, listingId)) !== undefined ||
        (await isFeedAwaited(db, scope, listingId, declaredAt))))
  if (isAwaited) throw stillReconciling('all that may close nights')
}

/** Nights that a restore keeps closed, because a booking that was lost may hold them. */
export async function nightsInDoubt(
  db: Queryable,
  scope: Scope,
  stay: { listingId: string; checkIn: string; checkOut: string },
): Promise<string[]> {
  return recoveryState().epoch === 1 ? [] : keptNightsOf(db, scope, stay)
}

const accountText = ({ connection_id: id, provider }: AwaitedAccount) => `connection ${id} (${provider})`

export const recoveringError = (provider: string): ApiError => stillReconciling('this account', provider)

function stillReconciling(awaited: string, provider?: string): ApiError {
  return new ApiError(
    'service_unavailable',
    `The server was restored from a backup and has not read ${awaited} again yet; nothing was done.`,
    { retry_after: retryAfterSeconds, ...(provider === undefined ? {} : { provider }) },
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  )
}
