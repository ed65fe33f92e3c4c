/** `POST /v1/guests/search`: where a person stands in what a workspace keeps; proves that a guest was forgotten everywhere. */
import type { GuestSearch, GuestSearchBody } from '../../contract/guest-search.ts'
import { ApiError } from '../../platform/api-error.ts'
import { timedLook } from '../../platform/timed-look-sql.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { inDatabase, patternsOf, type Person } from '../../records/guests/erase.ts'
import { normalPhone } from '../../records/guests/contact-forms.ts'
import { guestsNaming, rowsNaming, textColumns } from './search-queries.ts'

/** Of one workspace; a million rows are read in some ten seconds. */
const withinMs = 120_000

function phoneOf(value: string, at: number): string {
  const digits = normalPhone(value)
  if (digits !== null) return digits
  throw new ApiError('invalid_body', `\`phones[${at}]\` has fewer than five digits.`, {
    ...{ field: `phones[${at}]`, value_received: value },
  })
}

const personOf = ({ firstName, lastName, emails = [], phones = [] }: GuestSearchBody): Person => ({
  firstName: firstName ?? null,
  lastName: lastName ?? null,
  contacts: [
    ...emails.map((value) => ({ type: 'email', value })),
    ...phones.map((value, at) => ({ type: 'phone', value: phoneOf(value, at) })),
  ],
})

/** What is sure to be the person, as forgetting has it: a name alone may be anybody's. */
function patternFor(body: GuestSearchBody): string {
  const patterns = patternsOf(personOf(body), inDatabase)
  if (patterns !== null) return patterns.sure
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
  const pattern = patternFor(body)
  return timedLook(db, withinMs, async (tx, isLate) => {
    const tables = await textColumns(tx)
    const found: GuestSearch['found'] = []
    for (const searched of tables) {
      if (isLate()) break
      const rows = await rowsNaming(tx, scope, searched, pattern)
      if (rows > 0) found.push({ table: searched.table, rows })
    }
    return {
      searchedAt: now.toISOString(),
      tables: tables.length,
      rows: found.reduce((sum, { rows }) => sum + rows, 0),
      found,
      guestIds: await guestsNaming(tx, scope, pattern),
    }
  })
}
