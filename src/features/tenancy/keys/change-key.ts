/** Creates, changes, rotates and revokes keys, never beyond the rights of the calling key. */
import {
  usualOverlap,
  type ApiKey,
  type ApiKeyCreateBody,
  type ApiKeyRotateBody,
  type ApiKeyUpdateBody,
  type ApiKeyWithSecret,
} from '../../../contract/keys.ts'
import { actorOf } from '../../../http/audited.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { actorText } from '../../../platform/audit.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { RouteWriteContext } from '../../route.ts'
import { assertNotEnded } from '../workspaces/assert-not-ended.ts'
import { findExcess, type AccessRights } from '../workspaces/access-rights.ts'
import { existingIds } from '../workspaces/auth-queries.ts'
import { lockKeyCount } from '../workspaces/queries.ts'
import { newKey } from '../workspaces/keys.ts'
import { readOwnRights } from '../workspaces/own-rights.ts'
import { toKey } from './map.ts'
import { insertKey, lockKey, replaceSecret, revokeKey, updateKey, type ApiKeyListRow } from './queries.ts'
import { keyStateAt } from './rules.ts'
import { ownCommand } from '../../../platform/own-command.ts'

export const missingKey = (id: string) =>
  new ApiError('not_found', `No key ${id} in this workspace.`, { field: 'id', value_received: id })

const rightsOf = (
  row: Pick<ApiKeyListRow, 'scopes' | 'expires_at' | 'connection_ids' | 'listing_ids'>,
): AccessRights => ({
  scopes: row.scopes,
  expiresAt: row.expires_at,
  connectionIds: row.connection_ids,
  listingIds: row.listing_ids,
})

function assertGivable(own: AccessRights, wanted: AccessRights): void {
  const over = findExcess(own, wanted)
  if (!over) return
  throw new ApiError(
    'forbidden',
    `A key gives no more than it has: ${over.message}.`,
    { field: over.field, value_received: over.value },
    { fix: 'Ask for less, or use a key that has these rights itself.' },
  )
}

/** Whoever holds a key's secret has its rights, and narrowing a key takes rights from others. */
function assertWithin(own: AccessRights, row: ApiKeyListRow): void {
  const over = findExcess(own, rightsOf(row))
  if (!over) return
  throw new ApiError(
    'forbidden',
    `Key ${row.id} has more rights than the key that asks: ${over.message}.`,
    { field: 'id', value_received: row.id },
    {
      fix: `Use a key that has at least the rights of this one; the operator has \`${ownCommand} keys\`.`,
    },
  )
}

function parseExpiry(text: string | null, now: Date): Date | null {
  if (text === null) return null
  const end = new Date(text)
  if (end > now) return end
  throw new ApiError('invalid_body', '`expiresAt` lies in the past: a key ends later, or is revoked.', {
    field: 'expiresAt',
    value_received: text,
  })
}

async function lockExistingKey(
  tx: Queryable,
  { scope }: RouteWriteContext,
  id: string,
): Promise<ApiKeyListRow> {
  const row = await lockKey(tx, scope, id)
  if (!row) throw missingKey(id)
  return row
}

function assertUsable(row: ApiKeyListRow, now: Date): void {
  const state = keyStateAt(row, now)
  if (state === 'revoked' || state === 'expired') {
    throw new ApiError(
      'invalid_state',
      `Key ${row.id} is ${state}: it opens nothing any more.`,
      { currentStatus: state },
      { fix: 'Make a new key with `POST /v1/keys`.' },
    )
  }
}

/** Fields left out keep their value from `usual`. */
function mergeRights(
  usual: AccessRights,
  body: Pick<ApiKeyUpdateBody, 'scopes' | 'connectionIds' | 'listingIds'>,
  end: Date | null | undefined,
): AccessRights {
  return {
    scopes: body.scopes === undefined ? usual.scopes : body.scopes,
    connectionIds: body.connectionIds === undefined ? usual.connectionIds : body.connectionIds,
    listingIds: body.listingIds === undefined ? usual.listingIds : body.listingIds,
    expiresAt: end === undefined ? usual.expiresAt : end,
  }
}

/** Throws `not_found` for connections or listings that are not in the workspace. */
async function assertTargetsExist(tx: Queryable, scope: Scope, body: ApiKeyUpdateBody): Promise<void> {
  for (const [field, table, noun] of [
    ['connectionIds', 'connections', 'connection'],
    ['listingIds', 'listings', 'listing'],
  ] as const) {
    const ids = body[field] ?? []
    const known = await existingIds(tx, scope, table, ids)
    const gone = ids.find((id) => !known.includes(id))
    if (gone === undefined) continue
    throw new ApiError('not_found', `No ${noun} ${gone} in this workspace.`, { field, value_received: gone })
  }
}

export async function createKey(
  context: RouteWriteContext,
  body: ApiKeyCreateBody,
): Promise<ApiKeyWithSecret> {
  const { services, scope, principal } = context
  const now = services.clock.now()
  const end = body.expiresAt === undefined ? undefined : parseExpiry(body.expiresAt, now)
  const { key: secret, ...made } = newKey(principal.mode)
  return writeOnce(context, async (tx) => {
    const own = await readOwnRights(tx, principal)
    const wanted = mergeRights(own, body, end)
    assertGivable(own, wanted)
    await assertNotEnded(tx, scope)
    await assertTargetsExist(tx, scope, body)
    const used = await lockKeyCount(tx, scope.workspaceId, now)
    const { maxKeys: limit } = services.config
    if (used >= limit) {
      const about = `There are ${used} keys that open something; there may be ${limit}.`
      throw new ApiError('too_many_keys', about, { limit, used })
    }
    const agentLimits = body.agent_limits ?? null
    const createdBy = actorText(actorOf(principal))
    const row = { ...made, ...wanted, name: body.name, createdBy, agentLimits }
    return { ...toKey(await insertKey(tx, scope, row, now), now), secret }
  })
}

export function changeKey(context: RouteWriteContext, id: string, body: ApiKeyUpdateBody): Promise<ApiKey> {
  const { services, scope, principal } = context
  const now = services.clock.now()
  return writeOnce(context, async (tx) => {
    const row = await lockExistingKey(tx, context, id)
    const own = await readOwnRights(tx, principal)
    assertWithin(own, row)
    assertUsable(row, now)
    const end = body.expiresAt === undefined ? undefined : parseExpiry(body.expiresAt, now)
    const wanted = mergeRights(rightsOf(row), body, end)
    assertGivable(own, wanted)
    await assertTargetsExist(tx, scope, body)
    const agentLimits = body.agent_limits === undefined ? row.agent_limits : body.agent_limits
    const change = { ...wanted, name: body.name ?? row.name, agentLimits }
    return toKey(await updateKey(tx, scope, id, change), now)
  })
}

export function rotateKey(
  context: RouteWriteContext,
  id: string,
  { overlapSeconds = usualOverlap }: ApiKeyRotateBody,
): Promise<ApiKeyWithSecret> {
  const { services, scope, principal } = context
  const now = services.clock.now()
  return writeOnce(context, async (tx) => {
    const row = await lockExistingKey(tx, context, id)
    assertWithin(await readOwnRights(tx, principal), row)
    assertUsable(row, now)
    const { key: secret, hash, prefix } = newKey(row.mode)
    const until = overlapSeconds === 0 ? null : new Date(now.getTime() + overlapSeconds * 1000)
    return { ...toKey(await replaceSecret(tx, scope, id, { hash, prefix, until, now }), now), secret }
  })
}

/** Idempotent: a revoked key stays revoked. */
export function revokeKeyById(context: RouteWriteContext, id: string): Promise<ApiKey> {
  const { services, scope, principal } = context
  const now = services.clock.now()
  return writeOnce(context, async (tx) => {
    const row = await lockExistingKey(tx, context, id)
    // A key may always revoke itself, even with the secret from before a rotation.
    if (row.id !== principal.keyId) assertWithin(await readOwnRights(tx, principal), row)
    return toKey(await revokeKey(tx, scope, id, now), now)
  })
}
