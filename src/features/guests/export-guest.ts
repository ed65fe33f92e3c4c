/** `GET /v1/guests/{id}/export`: everything that the workspace holds about a guest, found as forgetting finds it. */
import type { GuestExport } from '../../contract/guest-export.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Vault } from '../../platform/crypto.ts'
import { answersMatching } from '../../platform/idempotency.ts'
import { timedRead } from '../../platform/timed-read-sql.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import {
  createPersonPatterns,
  personOf,
  tellingDigitsOf,
  wrapNameForDatabase,
  wrapNameForProcess,
  type NamedPerson,
} from '../../records/guests/erase.ts'
import { guestIdentity, guestRecordIds } from '../../records/guests/forget-queries.ts'
import {
  exportedTables,
  isOwn,
  namingRows,
  ownRows,
  rowsPerTable,
  type ExportedRow,
} from './export-queries.ts'
import type { PersonTrace } from './search-queries.ts'

/** The search for a person has the same limit: both read whole tables. */
const withinMs = 120_000

type TracedPart = Pick<PersonTrace, 'kind' | 'texts'>

/** One trace for each address, number and name, earlier names included. */
function tracesOf({ contacts, formerNames = [], ...name }: NamedPerson): PersonTrace[] {
  const traceOf = (person: NamedPerson, part: TracedPart): PersonTrace[] => {
    const patterns = createPersonPatterns(person, wrapNameForDatabase)
    return patterns === null ? [] : [{ ...part, pattern: patterns.sure }]
  }
  const nobody = { firstName: null, lastName: null }
  const reached = contacts.flatMap((contact) =>
    traceOf(
      { ...nobody, contacts: [contact] },
      contact.type === 'phone'
        ? { kind: 'number', texts: [tellingDigitsOf(contact.value)] }
        : { kind: 'contact', texts: [contact.value] },
    ),
  )
  const named = [name, ...formerNames].flatMap(({ firstName, lastName }) =>
    traceOf(
      { firstName, lastName, contacts: [] },
      { kind: 'name', texts: [firstName?.trim() ?? '', lastName?.trim() ?? ''] },
    ),
  )
  return [...reached, ...named]
}

type RowsByTable = Record<string, ExportedRow[]>

const linesOf = (tables: RowsByTable, text: string) =>
  Object.entries(tables).map(
    ([table, { length }]) => `${table}: ${length} ${length === 1 ? 'row' : 'rows'} ${text}`,
  )

function filesOf(sends: readonly ExportedRow[]): GuestExport['files'] {
  const files = sends.flatMap(({ files: sent }) => sent as { key: string; filename?: string }[])
  return files.map(({ key, filename }) => ({ path: `/files/${key}`, filename: filename ?? null }))
}

/** Reads the tables and cuts each to its limit. */
async function readTables(
  tx: Queryable,
  scope: Scope,
  guest: Parameters<typeof isOwn>[1],
  { traces, isLate }: { traces: readonly PersonTrace[]; isLate: () => boolean },
) {
  const found = { own: {} as RowsByTable, mentions: {} as RowsByTable, complete: true }
  const keep = (tables: RowsByTable, table: string, rows: ExportedRow[]) => {
    if (rows.length > rowsPerTable) found.complete = false
    if (rows.length > 0) tables[table] = rows.slice(0, rowsPerTable)
  }
  for (const exported of await exportedTables(tx)) {
    if (isLate()) break
    const own = isOwn(scope, guest, exported)
    if (own !== null) keep(found.own, exported.table, await ownRows(tx, scope, exported, own))
    if (traces.length > 0 && exported.texts.length > 0)
      keep(found.mentions, exported.table, await namingRows(tx, scope, exported, { own, traces }))
  }
  return found
}

export function exportGuest(
  { db, vault }: { db: Queryable; vault: Vault },
  scope: Scope,
  id: string,
  now: Date,
): Promise<GuestExport> {
  return timedRead(db, withinMs, async (tx, isLate) => {
    const identity = await guestIdentity(tx, scope, id)
    if (!identity) throw new ApiError('not_found', `No guest ${id} in this workspace.`)
    const person = personOf(identity)
    const guest = { id, records: await guestRecordIds(tx, scope, id) }
    const { own, mentions, complete } = await readTables(tx, scope, guest, {
      traces: tracesOf(person),
      isLate,
    })
    const patterns = createPersonPatterns(person, wrapNameForProcess)
    const names = patterns && new RegExp(patterns.sure, 'iu')
    return {
      ...{ guestId: id, exportedAt: now.toISOString(), complete },
      summary: [...linesOf(own, 'of the guest'), ...linesOf(mentions, 'naming the guest')],
      ...{ own, mentions },
      storedAnswers: names ? await answersMatching({ tx, vault }, scope, (text) => names.test(text)) : [],
      files: filesOf(own['message_sends'] ?? []),
    }
  })
}
