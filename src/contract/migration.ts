/** A migration moves a property manager from another system into a workspace of their own. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { connectionStatuses } from './connection.ts'
import { MigrationResult } from './event-data-system.ts'
import { CutoverSource, MigrationWatch, RollbackSource } from './migration-watch.ts'
import { LastRehearsal, RehearsalOutcome } from './rehearsal.ts'
import {
  flag,
  id,
  integer,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'

export const migrationStates = [
  'awaiting_connection',
  'importing',
  'imported',
  'failed',
  'cut_over',
  'deactivated',
] as const
export type MigrationState = (typeof migrationStates)[number]

export const MigrationImport = record(
  {
    status: oneOfStrings(['running', 'completed', 'failed'], { description: 'How it stands.' }),
    startedAt: timestamp('When it began, or was asked for.'),
    finishedAt: Type.Optional(timestampOrNull('When it ended; null while it runs.')),
    entities: Type.Optional(
      Type.Array(Type.String({ examples: ['reservations'] }), { description: 'Kinds of records it reads.' }),
    ),
    results: Type.Optional(
      Type.Array(MigrationResult, { description: 'What came of it so far, kind by kind.' }),
    ),
    error: Type.Optional(text('Why it stopped; only on `failed`.')),
  },
  { description: 'The latest import of the account.' },
)
export type MigrationImport = Static<typeof MigrationImport>

export const MigrationConnection = record({
  id: id('Id of the connection.'),
  provider: text('The old system.', { examples: ['hostaway'] }),
  status: oneOfStrings(connectionStatuses, { description: 'State of the connection.' }),
  connectedAt: timestamp('When the account was connected.'),
  lastPolledAt: Type.Optional(timestampOrNull('When the account was read to its end last; null: not yet.')),
  import: Type.Optional(MigrationImport),
})
export type MigrationConnection = Static<typeof MigrationConnection>

const count = (description: string) => integer(description, { minimum: 0 })

export const MigrationCounts = record(
  {
    listings: count('Listings, inactive ones too; not those the source removed.'),
    reservations: count('Bookings of every status.'),
    upcomingReservations: count('Confirmed bookings whose guests have not left.'),
    guests: count('Guests.'),
    conversations: count('Threads with guests.'),
  },
  { description: 'What is in the workspace.' },
)
export type MigrationCounts = Static<typeof MigrationCounts>

export const Migration = record({
  workspaceId: id('The workspace that is filled; the value for `X-Workspace-Id`.'),
  name: text('Its name, as it was given.'),
  externalRef: Type.Optional(textOrNull('Your own name for it.')),
  state: oneOfStrings(migrationStates, {
    description:
      '`awaiting_connection`: nobody has signed in yet; `importing`; `imported`: kept current until the cutover; `failed`: see `connections[].import.error`; `cut_over`: disconnected from the source; `deactivated`.',
  }),
  createdAt: timestamp('When it was begun.'),
  cutoverAt: Type.Optional(timestampOrNull('When its source was disconnected for good.')),
  connections: Type.Array(MigrationConnection, { description: 'The accounts it is filled from.' }),
  counts: MigrationCounts,
  watch: Type.Optional(MigrationWatch),
  rehearsal: Type.Optional(LastRehearsal),
})
export type Migration = Static<typeof Migration>

/** Answer of `GET /v1/migrations/{workspaceId}`. */
export const MigrationReply = record({ data: Migration })

export const importEntities = ['listings', 'reservations', 'messages', 'calendar'] as const

/** Body of `POST /v1/migrations/{workspaceId}/import`. */
export const ImportBody = record({
  entities: Type.Optional(
    Type.Array(oneOfStrings(importEntities), {
      minItems: 1,
      maxItems: importEntities.length,
      uniqueItems: true,
      description: 'What is read once more; `listings` and `reservations` when left out.',
    }),
  ),
  since: Type.Optional(
    timestamp(
      'Only reservations that were changed in the old system at or after it. The rest is read whole.',
    ),
  ),
})
export type ImportBody = Static<typeof ImportBody>

/** Answer of `POST /v1/migrations/{workspaceId}/import`. */
export const ImportQueued = record({
  data: record({
    workspaceId: id('The workspace that is filled.'),
    queued: Type.Array(
      record({
        connectionId: id('The account.'),
        provider: text('The old system.', { examples: ['hostaway'] }),
        queued: flag('Whether it is read.'),
        error: Type.Optional(text('Why not.')),
      }),
      { description: 'Every account that is not disconnected.' },
    ),
  }),
})
export type ImportQueued = Static<typeof ImportQueued>

/** Answer of `POST /v1/migrations/{workspaceId}/cutover`. */
export const CutoverReply = record({
  data: Type.Object(
    {
      ...Migration.properties,
      disconnectedConnections: count('Accounts that this call disconnected; 0 when it was done before.'),
      unreadConnections: count(
        'Accounts that could not be read once more before they were disconnected: stays that changed there since their `lastPolledAt` are not here.',
      ),
      sources: Type.Array(CutoverSource, {
        description: 'Every account of the migration, and what became of it.',
      }),
      rehearsal: nullable(RehearsalOutcome, {
        description: 'The last rehearsal before the cutover; null: there was none.',
      }),
    },
    { additionalProperties: false },
  ),
})
export type CutoverReply = Static<typeof CutoverReply>

/** Answer of `POST /v1/migrations/{workspaceId}/rollback`. */
export const RollbackReply = record({
  data: Type.Object(
    {
      ...Migration.properties,
      reconnectedConnections: count('Accounts that this call connected; 0 when it was done before.'),
      sources: Type.Array(RollbackSource, {
        description: 'Every account of the migration, and whether it is connected again.',
      }),
    },
    { additionalProperties: false },
  ),
})
export type RollbackReply = Static<typeof RollbackReply>

/** Answer of `DELETE /v1/migrations/{workspaceId}`. */
export const DeactivatedReply = record({
  data: record({
    workspaceId: id('The workspace.'),
    deactivated: Type.Literal(true, {
      description: 'It takes part in nothing any more; it can still be read.',
    }),
    deactivatedAt: timestamp('When it was deactivated first.'),
  }),
})
export type DeactivatedReply = Static<typeof DeactivatedReply>
