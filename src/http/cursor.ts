/**
 * Keyset cursors hold the last row's keys. They are signed and bound to route, workspace, ordering and filters, so that a changed cursor is
 * refused instead of skipping rows.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../platform/api-error.ts'
import { hmacSha256 } from '../platform/hmac.ts'

export interface CursorBinding {
  workspaceId: string
  routeId: string
  /** Cursors of different orderings are not interchangeable. */
  ordering: string
  /** Paging parameters are no filters, so the cursor does not depend on them. */
  filters: Record<string, unknown>
}

const signatureBytes = 12

function filterDigest(filters: Record<string, unknown>): string {
  const entries = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify(entries), 'base64url').slice(0, 11)
}

function sign(key: Buffer, payload: string, binding: CursorBinding): Buffer {
  return hmacSha256(key, `${binding.workspaceId}\n${binding.routeId}\n${payload}`).subarray(0, signatureBytes)
}

export function encodeCursor(key: Buffer, binding: CursorBinding, keys: readonly string[]): string {
  const payload = JSON.stringify([binding.ordering, filterDigest(binding.filters), ...keys])
  return Buffer.concat([sign(key, payload, binding), Buffer.from(payload)]).toString('base64url')
}

const refuse = (value: string, message: string, statusCase?: 'cursor_wrong_ordering'): never => {
  throw new ApiError(
    'invalid_params',
    message,
    { field: 'cursor', value_received: value.slice(0, 200) },
    statusCase ? { statusCase } : {},
  )
}

/** `signers` are the current key and former ones. Throws for any other signature. */
export function decodeCursor(signers: readonly Buffer[], binding: CursorBinding, cursor: string): string[] {
  const bytes = Buffer.from(cursor, 'base64url')
  const payload = bytes.subarray(signatureBytes).toString()
  const signature = bytes.subarray(0, signatureBytes)
  const isOurs =
    signature.length === signatureBytes &&
    signers.some((key) => timingSafeEqual(signature, sign(key, payload, binding)))
  if (!isOurs) {
    return refuse(
      cursor,
      '`cursor` is not one that this list handed out: take it from `pagination.nextCursor`.',
    )
  }
  const [ordering, filters, ...keys] = JSON.parse(payload) as string[]
  if (ordering !== binding.ordering) {
    return refuse(
      cursor,
      '`cursor` comes from a walk in another order: send the other parameters of its first page with every page.',
      'cursor_wrong_ordering',
    )
  }
  if (filters !== filterDigest(binding.filters)) {
    return refuse(
      cursor,
      '`cursor` comes from a walk with other filters: send the other parameters of its first page with every page.',
      'cursor_wrong_ordering',
    )
  }
  return keys
}
