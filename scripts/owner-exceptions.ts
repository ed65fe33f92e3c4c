/**
 * These statements write a table of another room, each for a stated reason. Keep the list short: a function of the
 * owner is nearly always possible.
 */

export interface ForeignWriter {
  table: string
  room: string
  reason: string
}

export const foreignWriters: readonly ForeignWriter[] = [
  {
    table: 'deliveries',
    room: 'platform',
    reason: 'The statement that appends events queues their deliveries, so that no event is without its own.',
  },
  {
    table: 'selling_links',
    room: 'records',
    reason: 'A change of nights wakes the links that sell them in its own transaction, whoever made it.',
  },
  {
    table: 'channel_nights',
    room: 'records',
    reason: 'Waking all links of an account wakes their waiting nights too.',
  },
  {
    table: 'sync_schedule',
    room: 'upstream',
    reason: 'A call that shows an account to work again, or a write to it, has the account read soon.',
  },
  {
    table: 'migration_watches',
    room: 'upstream',
    reason: 'A renewed session is stored where the connection keeps it, which a cutover may have moved.',
  },
  {
    table: 'retention',
    room: 'platform',
    reason: 'The audit log notes how far back it reaches, in the row that says how long history is kept.',
  },
  {
    table: 'retention',
    room: 'tenancy',
    reason: 'The row begins with its workspace, so that no workspace is without one.',
  },
]

export interface UnnamedWriter {
  file: string
  reason: string
  /** The tables its argument can be, if the room may write only those; otherwise any. */
  tables?: readonly string[]
}

/** These statements take their table as an argument. */
export const unnamedWriters: readonly UnnamedWriter[] = [
  {
    file: 'src/features/accounts/sandbox/queries.ts',
    reason: 'A sandbox is seeded and emptied table by table; no live workspace is touched.',
  },
  {
    file: 'src/features/migrations/file-import/queries.ts',
    reason: 'An export file is imported into an empty workspace column by column.',
  },
  {
    file: 'src/features/observability/clock-repair/queries.ts',
    reason: 'Due times that a wrong clock wrote are pulled back in every table that has one.',
  },
  {
    file: 'src/platform/encryption/seal-queries.ts',
    reason: 'Every encrypted column is encrypted anew when the key is replaced.',
  },
  {
    file: 'src/platform/partition-queries.ts',
    reason: 'Rows move from the rest into a new partition of the same table.',
  },
  {
    file: 'src/platform/copy-rows.ts',
    reason: 'The caller names the table, and the check counts the caller.',
    tables: [],
  },
  {
    file: 'src/records/listings/move-link-queries.ts',
    reason: 'What an account told of a listing moves with the link.',
    tables: ['conversations', 'inquiries', 'reviews', 'special_offers'],
  },
  {
    file: 'src/records/reservations/twins/queries.ts',
    reason: 'What hangs on a second source moves to the record that is shown.',
    tables: ['conversations', 'inquiries', 'reviews'],
  },
  {
    file: 'src/records/stays/lapse-queries.ts',
    reason: 'Requests and inquiries lapse in the same way.',
    tables: ['reservations', 'inquiries'],
  },
]
