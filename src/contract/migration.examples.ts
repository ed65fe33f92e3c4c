/** Each schema of migrations has one complete, valid example. */
import { at, entry } from './examples.ts'
import { FileImportBody, FileImportReply } from './file-import.ts'
import { recordTypes } from './export-file/index.ts'
import {
  CutoverReply,
  DeactivatedReply,
  ImportBody,
  ImportQueued,
  Migration,
  MigrationReply,
  RollbackReply,
} from './migration.ts'
import { CutoverBody } from './migration-watch.ts'

const migration = {
  workspaceId: '18',
  name: 'Harbour homes',
  externalRef: 'crm-12',
  state: 'imported' as const,
  createdAt: at,
  cutoverAt: null,
  connections: [
    {
      id: '3',
      provider: 'hostaway',
      status: 'active' as const,
      connectedAt: at,
      lastPolledAt: at,
      import: {
        status: 'completed' as const,
        startedAt: at,
        finishedAt: at,
        entities: ['listings', 'reservations'],
        results: [{ entityType: 'reservations', processed: 600, errors: 0 }],
      },
    },
  ],
  counts: { listings: 12, reservations: 600, upcomingReservations: 48, guests: 540, conversations: 320 },
}

const watch = {
  state: 'watching' as const,
  startedAt: at,
  until: at,
  endedAt: null,
  found: 1,
  sources: [
    { connectionId: '3', provider: 'hostaway', watched: true, lastLookedAt: at, found: 1, errors: 0 },
    {
      connectionId: '4',
      provider: 'guesty',
      watched: true,
      lastLookedAt: null,
      found: 0,
      errors: 2,
      lastError: 'The old system refuses the access.',
    },
  ],
}

const rehearsal = {
  rehearsedAt: at,
  go: false,
  score: 76,
  items: [
    { code: 'import_complete' as const, status: 'done' as const, count: 0 },
    { code: 'check_clean' as const, status: 'open' as const, count: 2 },
  ],
}

const noRecords = Object.fromEntries(recordTypes.map((type) => [type, 0]))

export const migrationExamples = {
  FileImportBody: entry(FileImportBody, {
    line: 1,
    records: [
      {
        type: 'header',
        format: 1,
        workspaceId: '18',
        name: 'Harbour homes',
        exportedAt: at,
        state: '42.1778750000',
        counts: { ...noRecords, connection: 1 },
        after: null,
      },
    ],
  }),
  FileImportReply: entry(FileImportReply, {
    data: { workspaceId: '19', state: 'importing' as const, lines: 1, complete: false },
  }),
  CutoverBody: entry(CutoverBody, { watch: true }, {}),
  RollbackReply: entry(RollbackReply, {
    data: {
      ...migration,
      watch: { ...watch, state: 'rolled_back', endedAt: at },
      reconnectedConnections: 1,
      sources: [
        {
          connectionId: '3',
          provider: 'hostaway',
          connected: true,
          message: 'It is connected, and read on from where it was.',
        },
      ],
    },
  }),
  Migration: entry(
    Migration,
    { ...migration, rehearsal },
    {
      ...migration,
      state: 'awaiting_connection',
      connections: [],
      externalRef: null,
    },
  ),
  ImportBody: entry(ImportBody, { entities: ['reservations'], since: at }, {}),
  ImportQueued: entry(ImportQueued, {
    data: {
      workspaceId: '18',
      queued: [
        { connectionId: '3', provider: 'hostaway', queued: true },
        { connectionId: '4', provider: 'guesty', queued: false, error: 'Connect the account again.' },
      ],
    },
  }),
  CutoverReply: entry(CutoverReply, {
    data: {
      ...migration,
      state: 'cut_over',
      cutoverAt: at,
      watch,
      disconnectedConnections: 1,
      unreadConnections: 0,
      sources: [
        {
          connectionId: '3',
          provider: 'hostaway',
          access: 'watched',
          message: 'It is looked at, and a rollback connects it again.',
        },
      ],
      rehearsal: { rehearsedAt: at, go: true, score: 90 },
    },
  }),
  DeactivatedReply: entry(DeactivatedReply, {
    data: { workspaceId: '18', deactivated: true, deactivatedAt: at },
  }),
  MigrationReply: entry(MigrationReply, { data: migration }),
}
