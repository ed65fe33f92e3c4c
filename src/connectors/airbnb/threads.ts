/** Reads the host's inbox, whose threads say what they are about. */
import { compareInstants, momentIn } from '../../connector-kit/dates.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { idText, meaningOf, presentText } from '../../connector-kit/readings.ts'
import { cursorPage } from './lists.ts'
import type { VendorThread } from './vendor.ts'

const inboxQuery = { selected_inbox_type: 'host', _format: 'for_api_partners' }

export interface ThreadPage {
  rows: unknown[]
  next: string | null
}

/** Reads a page of the inbox, newest first: with `since` the walk ends where nothing newer comes. */
export async function threadPage(
  { http }: VendorContext,
  { cursor, since }: { cursor: string | null; since: string | null },
): Promise<ThreadPage> {
  const { rows, next } = await cursorPage(http, {
    path: '/v2/threads',
    name: 'threads',
    query: inboxQuery,
    cursor,
  })
  if (since === null) return { rows, next }
  const fresh = rows.filter((row) => isChangedSince(row, since))
  return { rows: fresh, next: fresh.length === 0 ? null : next }
}

/** A thread without a time of change may have changed. */
function isChangedSince(row: unknown, since: string): boolean {
  const changed = momentIn(row, 'updated_at')
  return changed === null || compareInstants(changed, since) >= 0
}

export const threadPath = (id: string): string => `/v2/threads/${encodeURIComponent(id)}`
export const threadQuery = { _format: inboxQuery._format }

type Role = 'owner' | 'cohost' | 'guest'

/** The thread's users or its attachment give the roles of users, by id. A user who booked is a guest. */
function roleOf({ users, attachment }: VendorThread, id: string | null): Role | null {
  const isIn = ({ user_ids }: { user_ids?: unknown }) =>
    Array.isArray(user_ids) && user_ids.some((one) => presentText(one) === id)
  const role =
    (users ?? []).find((user) => idText(user?.id) === id)?.role ??
    (attachment?.roles ?? []).find((one) => one !== null && isIn(one))?.role
  return meaningOf(roles, role) ?? null
}

const roles: Readonly<Record<string, Role>> = {
  owner: 'owner',
  cohost: 'cohost',
  guest: 'guest',
  booker: 'guest',
}

/** Finds the guest: the user who asks or who has booked. */
export const guestIn = (row: VendorThread) =>
  (row.users ?? []).find((user) => user !== null && roleOf(row, idText(user.id)) === 'guest') ?? undefined

/** True if the user is known to be the host or to work for the host. */
export function isOfHost(row: VendorThread, userId: string): boolean {
  const role = roleOf(row, userId)
  return role === 'owner' || role === 'cohost'
}
