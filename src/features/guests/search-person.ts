/**
 * `POST /v1/guests/search`: where a workspace's data names a person. It proves that a guest was forgotten
 * everywhere.
 */
import type { GuestSearch, GuestSearchBody } from '../../contract/guest-search.ts'
import { ApiError } from '../../platform/api-error.ts'
import { timedRead } from '../../platform/timed-read-sql.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import {
  wrapNameForDatabase,
  createPersonPatterns,
  tellingDigitsOf,
  type NamedPerson,
} from '../../records/guests/erase.ts'
import { normalPhone } from '../../records/guests/contact-forms.ts'
import { guestsNaming, rowsNamingCount, textColumns, type PersonTrace } from './search-queries.ts'

/** Time limit for one workspace; two cores read a million rows in three to five seconds. */
const withinMs = 120_000

function phoneOf(value: string, at: number): string {
  const digits = normalPhone(value)
  if (digits !== null) return digits
  throw new ApiError('invalid_body', `\`phones[${at}]\` has fewer than five digits.`, {
    ...{ field: `phones[${at}]`, value_received: value },
  })
}

const traceOf = (person: NamedPerson, parts: Omit<PersonTrace, 'pattern'>): PersonTrace[] => {
  const patterns = createPersonPatterns(person, wrapNameForDatabase)
  return patterns === null ? [] : [{ ...parts, pattern: patterns.sure }]
}
const nobody = { firstName: null, lastName: null, contacts: [] }

/** Sure signs of the person, as forgetting uses them: a name alone may be anybody's. */
function tracesOf({
  firstName = '',
  lastName = '',
  emails = [],
  phones = [],
}: GuestSearchBody): PersonTrace[] {
  const traces = [
    ...emails.flatMap((value) =>
      traceOf({ ...nobody, contacts: [{ type: 'email', value }] }, { kind: 'contact', texts: [value] }),
    ),
    ...phones.flatMap((given, at) => {
      const value = phoneOf(given, at)
      return traceOf(
        { ...nobody, contacts: [{ type: 'phone', value }] },
        { kind: 'number', texts: [tellingDigitsOf(value)] },
      )
    }),
    ...traceOf(
      { firstName, lastName, contacts: [] },
      { kind: 'name', texts: [firstName.trim(), lastName.trim()] },
    ),
  ]
  if (traces.length > 0) return traces
  throw new ApiError(
    'invalid_body',
    'Nothing is given by which somebody could be found.',
    { field: 'emails' },
    { fix: 'Give at least one of `emails` or `phones`, or `firstName` and `lastName` together.' },
  )
}

export async function searchPerson(
  db: Queryable,
  scope: Scope,
  body: GuestSearchBody,
  now: Date,
): Promise<GuestSearch> {
  const traces = tracesOf(body)
  return timedRead(db, withinMs, async (tx, isLate) => {
    const tables = await textColumns(tx)
    const found: GuestSearch['found'] = []
    for (const searched of tables) {
      if (isLate()) break
      const rows = await rowsNamingCount(tx, scope, searched, traces)
      if (rows > 0) found.push({ table: searched.table, rows })
    }
    return {
      searchedAt: now.toISOString(),
      tables: tables.length,
      rows: found.reduce((sum, { rows }) => sum + rows, 0),
      found,
      guestIds: await guestsNaming(tx, scope, traces),
    }
  })
}
