/** Finds guests whose name, address or number contains a text, ignoring case. */
import { sql, type RawBuilder } from 'kysely'
import { likePattern } from '../../platform/like-pattern.ts'
import type { Scope } from '../../platform/tenant.ts'
import { isTold } from '../../records/guests/beyond-sql.ts'
import { hasLetters } from '../../records/letters-sql.ts'

/** Numbers are stored as digits, however the caller groups them. */
const asNumber = (text: string) =>
  /^\+?[\d\s()./-]*\d[\d\s()./-]*$/.test(text) ? text.replaceAll(/[^\d+]/g, '') : text

const name = (guest: string) =>
  sql`concat_ws(' ', ${sql.ref(`${guest}.first_name`)}, ${sql.ref(`${guest}.last_name`)})`

/** Checked per guest; details the caller cannot see do not match. */
export const isGuestNamed = (scope: Scope, q: string): RawBuilder<boolean> => sql<boolean>`(
  ${name('guests')} ilike ${likePattern(q)}
  or exists (
    select 1 from guest_contacts c
    where c.workspace_id = ${scope.workspaceId}::bigint and c.guest_id = guests.id
      and c.value ilike case when c.type = 'phone' then ${likePattern(asNumber(q))} else ${likePattern(q)} end
      and ${isTold(scope, 'c')}))`

/** Ids across the workspace, by a trigram index. */
export function guestIdsNamed(scope: Scope, q: string): RawBuilder<unknown> {
  const letters = sql`letters_of(c.workspace_id, c.value)`
  const contact = (isOfType: RawBuilder<unknown>, text: string) => sql`
    select c.guest_id from guest_contacts c
    where c.workspace_id = ${scope.workspaceId}::bigint and ${isOfType}
      and ${hasLetters(letters, scope, text)} and c.value ilike ${likePattern(text)}`
  return sql`
    select g.id from guests g
    where g.workspace_id = ${scope.workspaceId}::bigint
      and ${hasLetters(sql`letters_of(g.workspace_id, name_of_guest(g.first_name, g.last_name))`, scope, q)}
      and ${name('g')} ilike ${likePattern(q)}
    union ${contact(sql`c.type = 'phone'`, asNumber(q))} union ${contact(sql`c.type <> 'phone'`, q)}`
}
