/** Functions whose statements are made from data that no type tells: they are called with the data the product has. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { dueColumns } from '../../src/features/observability/clock-repair/columns.ts'
import { recordTypes } from '../../src/contract/export-file/index.ts'
import { columnOf, fieldsOf, tables, type ExportFields } from '../../src/features/migrations/export/tables.ts'
import { kindsOfListings } from '../../src/features/markets/import/summary-queries.ts'
import { conversations, lastMessage } from '../../src/features/inbox/conversations/queries.ts'
import { checks } from '../../src/features/migrations/report-checks-sql.ts'
import { insertRows, updateLaterColumns } from '../../src/features/migrations/file-import/queries.ts'
import { laterColumns } from '../../src/features/migrations/file-import/references.ts'
import { findings } from '../../src/features/migrations/report-queries.ts'
import { seedSandbox } from '../../src/features/accounts/sandbox/seed-sandbox.ts'
import { updateScheduleForStays } from '../../src/features/sync/state/schedule-queries.ts'
import { updateTooFarMoments } from '../../src/features/observability/clock-repair/queries.ts'
import { fakeClock } from '../../src/platform/clock.ts'
import {
  addPartition,
  dropPartition,
  partitionedTables,
  type PartitionedTable,
} from '../../src/platform/partition-queries.ts'
import { sealedPlaces } from '../../src/features/sealed-places.ts'
import {
  countSealedWith,
  replaceSealed,
  sealedCounts,
  sealedOtherwise,
} from '../../src/platform/encryption/seal-queries.ts'
import { findDueInTurn, findOldestDue } from '../../src/platform/fairness/due-rows.ts'
import { freePlaces, type DueTable } from '../../src/platform/fairness/turns-sql.ts'
import type { Database } from '../../src/platform/schema.ts'
import { isOwn, namingRows, ownRows, type ExportedTable } from '../../src/features/guests/export-queries.ts'
import { guestStays } from '../../src/features/guests/figures-queries.ts'
import { guestsNaming, rowsNamingCount } from '../../src/features/guests/search-queries.ts'
import type { Write } from '../../src/platform/outbox.ts'
import { sandboxIds } from '../../src/platform/tenant.ts'
import { belongings, type TenantTable } from '../../src/platform/tenant-tables.ts'
import { accountIds } from '../../src/records/account-row-queries.ts'
import { emptyApplied, type RecordBatch, type StoredConnection } from '../../src/records/batch.ts'
import { storeAllOrIsolate } from '../../src/records/isolate-bad-records.ts'
import { root } from '../harness/child.ts'

const partitioned = Object.keys(partitionedTables) as PartitionedTable[]
const moment = new Date('2027-01-02T03:04:05.006Z')
const dueActs: DueTable = { table: 'vendor_acts', due: 'next_look_at', key: { id: 'uuid' } }
const stored = async () => emptyApplied
const refused = () =>
  Promise.reject(Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code: '22000' }))
const sandbox = { workspaceId: String(sandboxIds.first) }

/** The rows of the sandbox say which columns are written. */
const seed = (db: Kysely<Database>) => [() => seedSandbox({ db, clock: fakeClock(moment) }, sandbox)]

const nobody = { reservations: [], conversations: [], messages: [], inquiries: [], reviews: [], lost: [] }
const ownOf = (exported: ExportedTable) =>
  isOwn({ workspaceId: '1' }, { id: '1', records: nobody }, exported) ?? sql<boolean>`false`
const schema = readFileSync(path.join(root, 'db/schema.sql'), 'utf8')
const columnsOf = (table: string): string[] => {
  const body = new RegExp(`create table ${table} \\(([^;]*?)\\n\\)`, 'i').exec(schema)?.[1] ?? ''
  return body.split('\n').flatMap((line) => /^\s+"?([a-z_]+)"? /.exec(line)?.[1] ?? [])
}
/** Every tenant table is exported by its own statement. */
const exportedOf = (read: (exported: ExportedTable) => Promise<unknown>) =>
  (Object.keys(belongings) as TenantTable[]).map(
    (table) => () => read({ table, columns: columnsOf(table), texts: ['workspace_id'], hidden: [] }),
  )

/** By file and name, what stands for a call with made-up values. */
export const byData: Record<string, (db: Kysely<Database>) => (() => Promise<unknown>)[]> = {
  // Who sees less than the workspace is told what its own bookings add up to.
  'src/features/guests/figures-queries.ts guestStays': (db) =>
    [{ workspaceId: '1' }, { workspaceId: '1', listingIds: ['1'] }].map(
      (scope) => () => guestStays(db, scope, ['1'], moment),
    ),
  'src/features/observability/clock-repair/queries.ts updateTooFarMoments': (db) =>
    dueColumns.map((due) => () => updateTooFarMoments(db, due, { now: moment, furthestMs: due.furthestMs })),
  // Only a process that starts sends it.
  'src/features/sync/state/schedule-queries.ts updateScheduleForStays': (db) => [
    () => updateScheduleForStays(db, ['airbnb'], moment),
  ],
  // Who has due rows names their table.
  'src/platform/fairness/due-rows.ts findDueInTurn': (db) => [
    () => findDueInTurn(db, dueActs, moment, freePlaces(1)),
  ],
  'src/platform/fairness/due-rows.ts findOldestDue': (db) => [() => findOldestDue(db, dueActs, moment, 1)],
  // Every encrypted column is read and written by its own statement.
  'src/platform/encryption/seal-queries.ts sealedOtherwise': (db) =>
    sealedPlaces.flatMap((place) =>
      [null, Object.keys(place.key).map(() => '1')].map(
        (after) => () => sealedOtherwise(db, place, { keyId: 'a', after, limit: 1 }),
      ),
    ),
  'src/platform/encryption/seal-queries.ts replaceSealed': (db) =>
    sealedPlaces.map((place) => () => {
      const keys = Object.keys(place.key).map(() => '1')
      return replaceSealed(db, place, 'a', [{ keys, value: '', next: '' }])
    }),
  'src/platform/encryption/seal-queries.ts sealedCounts': (db) =>
    sealedPlaces.map((place) => () => sealedCounts(db, place)),
  'src/platform/encryption/seal-queries.ts countSealedWith': (db) => [
    () => countSealedWith(db, sealedPlaces, ['a']),
  ],
  // It asks when it is walked through.
  'src/features/markets/import/summary-queries.ts kindsOfListings': (db) => [
    () => Array.fromAsync(kindsOfListings(db, '1')),
  ],
  // Every tenant table is searched by its own statement; any of its columns will do.
  'src/features/guests/search-queries.ts rowsNamingCount': (db) =>
    (Object.keys(belongings) as TenantTable[]).map(
      (table) => () =>
        rowsNamingCount(db, { workspaceId: '1' }, { table, columns: ['workspace_id'] }, [
          { kind: 'number', texts: ['x'], pattern: 'x' },
        ]),
    ),
  'src/features/guests/export-queries.ts ownRows': (db) =>
    exportedOf((exported) => ownRows(db, { workspaceId: '1' }, exported, ownOf(exported))),
  'src/features/guests/export-queries.ts namingRows': (db) =>
    exportedOf((exported) =>
      namingRows(db, { workspaceId: '1' }, exported, {
        own: ownOf(exported),
        traces: [{ kind: 'contact', texts: ['a@b.example'], pattern: 'a@b' }],
      }),
    ),
  'src/features/guests/search-queries.ts guestsNaming': (db) => [
    () =>
      guestsNaming(db, { workspaceId: '1' }, [
        { kind: 'number', texts: ['123456'], pattern: 'x' },
        { kind: 'name', texts: ['Ada', 'Lovelace'], pattern: 'x' },
      ]),
  ],
  // A search and a list are statements of their own, and made-up filters are always a search.
  'src/features/inbox/conversations/queries.ts conversations': (db) =>
    [{}, { platform: 'airbnb' }, { q: 'ada' }].map(
      (filters) => () =>
        conversations(db, { workspaceId: '1' }, filters, {
          ...{ after: undefined, limit: 20, offset: 0, withTotal: false },
          orderBy: sql`${lastMessage} desc, conversations.id desc`,
        }),
    ),
  // Every check of a report is a statement of its own.
  'src/features/migrations/report-queries.ts findings': (db) =>
    checks.map(
      ({ ids }) =>
        () =>
          findings(db, ids({ workspaceId: '1' }, moment)),
    ),
  'src/features/migrations/file-import/queries.ts updateLaterColumns': (db) =>
    laterColumns.map((later) => () => updateLaterColumns(db, { workspaceId: '1' }, later)),
  // The fields of the file say which columns are written.
  'src/features/migrations/file-import/queries.ts insertRows': (db) =>
    recordTypes.flatMap((type) => {
      const { table, columns, within = {} } = tables[type]
      const fields = fieldsOf(type)
      const rowOf = (names: ExportFields, called = {}) =>
        Object.fromEntries(Object.keys(names).map((name) => [columnOf(name, called), null]))
      return [
        () => insertRows(db, { workspaceId: '1' }, table, [rowOf(fields.own, columns)]),
        ...Object.entries(within)
          .filter(([name]) => name !== 'nightChanges')
          .map(
            ([name, rows]) =>
              () =>
                insertRows(db, { workspaceId: '1' }, rows.table, [rowOf(fields.within[name] ?? {})]),
          ),
      ]
    }),
  'src/features/accounts/sandbox/queries.ts insertRows': seed,
  'src/features/accounts/sandbox/queries.ts upsertRows': seed,
  'src/features/accounts/sandbox/queries.ts deleteDependents': seed,
  // The partition that is always there.
  'src/platform/partition-queries.ts addPartition': (db) =>
    partitioned.map((table) => () => addPartition(db, table, { name: 'rest', from: moment, to: moment })),
  'src/platform/partition-queries.ts dropPartition': (db) =>
    partitioned.map((table) => () => dropPartition(db, table, 'rest')),
  // Runs the statement of whoever calls it.
  'src/platform/count-affected-rows.ts countAffectedRows': () => [],
  // Only accounts that are not there yet are inserted.
  'src/records/account-row-queries.ts accountIds': (db) => [
    () =>
      accountIds({ tx: db, scope: sandbox } as unknown as Write, { id: '1' } as StoredConnection, ['new']),
  ],
  // What is refused is taken back.
  'src/records/isolate-bad-records.ts storeAllOrIsolate': (db) =>
    [stored, refused].map(
      (apply) => () => storeAllOrIsolate({ tx: db } as unknown as RecordBatch, [{ externalId: '1' }], apply),
    ),
}
