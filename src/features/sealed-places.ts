/**
 * Lists everything stored encrypted. A missing column would be lost with its old key, so test/encryption/places.test.ts
 * searches every column for ciphertext.
 */
import { answerContext } from '../platform/idempotency.ts'
import { keptKeyContext } from '../platform/encryption/kept-keys.ts'
import type { SealedPlace } from '../platform/encryption/sealed-place.ts'
import { accessContext, vaultContext } from '../upstream/session.ts'
import { urlContext } from './calendar/public.ts'
import { linkSealContext } from './tenancy/public.ts'
import { secretContext } from './webhooks/public.ts'

type SealedPlaceRow = Readonly<Record<string, string>>

const value = (row: SealedPlaceRow, column: string): string => {
  const found = row[column]
  if (found === undefined) throw new Error(`the row has no ${column}`)
  return found
}
const scopeOf = (row: SealedPlaceRow) => ({ workspaceId: value(row, 'workspace_id') })

const connection = {
  table: 'connections',
  key: { workspace_id: 'bigint', id: 'bigint' },
  context: (row: SealedPlaceRow) => vaultContext(scopeOf(row), value(row, 'id')),
} as const
const watch = {
  table: 'migration_watches',
  key: { workspace_id: 'bigint', connection_id: 'bigint' },
  context: (row: SealedPlaceRow) => vaultContext(scopeOf(row), value(row, 'connection_id')),
} as const
const webhook = {
  table: 'webhooks',
  key: { workspace_id: 'bigint', id: 'uuid' },
  context: (row: SealedPlaceRow) => secretContext(value(row, 'workspace_id'), value(row, 'id')),
} as const
const registration = ['sealed', 'sealedAddress'] as const

export const sealedPlaces: readonly SealedPlace[] = [
  {
    ...connection,
    column: 'credentials',
    keyIdColumn: 'credentials_key_id',
    holds: 'credentials of connected accounts',
  },
  { ...connection, column: 'session', holds: 'access tokens of connected accounts' },
  {
    ...connection,
    column: 'inbound',
    fields: registration,
    holds: "secrets of providers' webhooks",
  },
  {
    ...connection,
    column: 'retired_inbound',
    fields: registration,
    holds: "secrets of providers' former webhooks",
  },
  {
    ...watch,
    column: 'credentials',
    keyIdColumn: 'credentials_key_id',
    holds: 'credentials of accounts that are watched after a migration',
  },
  { ...watch, column: 'session', holds: 'access tokens of accounts that are watched after a migration' },
  {
    table: 'vendor_access',
    key: { name: 'text' },
    column: 'session',
    context: (row) => accessContext(value(row, 'name')),
    holds: "access tokens of the server's own accounts",
  },
  { ...webhook, column: 'secret', keyIdColumn: 'secret_key_id', holds: 'signing secrets of webhooks' },
  {
    ...webhook,
    column: 'previous_secret',
    keyIdColumn: 'previous_secret_key_id',
    holds: 'former signing secrets of webhooks',
  },
  {
    table: 'ical_feeds',
    key: { workspace_id: 'bigint', id: 'uuid' },
    column: 'url',
    context: (row) => urlContext(scopeOf(row), value(row, 'id')),
    holds: 'addresses of calendar feeds',
  },
  {
    table: 'idempotency_keys',
    key: { workspace_id: 'bigint', key: 'text' },
    column: 'body',
    context: (row) => answerContext(scopeOf(row), value(row, 'key')),
    holds: 'answers kept for `Idempotency-Key`',
  },
  {
    table: 'member_links',
    key: { workspace_id: 'bigint', id: 'uuid' },
    column: 'secret',
    context: (row) => linkSealContext(scopeOf(row), value(row, 'id')),
    holds: 'secrets of links whose mail has not left yet',
  },
  {
    table: 'kept_keys',
    key: { purpose: 'text', key_id: 'text' },
    column: 'sealed',
    context: (row) => keptKeyContext(value(row, 'purpose'), value(row, 'key_id')),
    holds: 'keys of signatures from before',
  },
]
