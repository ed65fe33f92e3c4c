import { sql, type RawBuilder } from 'kysely'
import { isUsual, type PageRequest } from '../../../http/list.ts'
import { prepared } from '../../../platform/prepared-statements.ts'
import { from, inScope, isNarrowed, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { accountJson, accountTrait } from '../../../records/account-sql.ts'
import { isBeyond, isTold } from '../../../records/guests/beyond-sql.ts'
import type { KeptCountRequest, KeptList } from '../../../records/kept-counts/kept-list.ts'
import { likePattern } from '../../../platform/like-pattern.ts'
import { hasLetters } from '../../../records/letters-sql.ts'
import { listedUnder, listingsInScope } from '../../../records/kept-counts/narrowed.ts'
import { cutTo, onMergedPage } from '../../../records/kept-counts/page-queries.ts'
import {
  andConditions,
  isEverything,
  keptTotal,
  onListings,
  totalOf,
} from '../../../records/kept-counts/total-queries.ts'

export interface ConversationFilters {
  account?: { provider: string; externalAccountId: string } | undefined
  /** Only rows that came through these connections. */
  connectionIds?: readonly string[]
  platform?: string
  status?: string
  listingId?: string
  reservationId?: string
  /** Part of a guest's name or of the subject, or a whole confirmation code. */
  q?: string
}

/** Must equal the index's expression: conversations without messages come last. */
export const lastMessage = sql`coalesce(conversations.last_message_at, '-infinity'::timestamptz)`

const list: KeptList<'platform' | 'account' | 'connection'> = {
  table: 'conversations',
  traits: ['platform', 'account', 'connection'],
  orderedBy: ['last_message_at'],
}

function toListQuery(
  scope: Scope,
  filters: ConversationFilters,
): KeptCountRequest<(typeof list.traits)[number]> {
  const { account, connectionIds, platform, listingId } = filters
  const listingIds = listingsInScope(scope, listingId)
  return {
    ...(listingIds ? { place: onListings('conversations', listingIds) } : {}),
    traits: {
      ...listedUnder(scope),
      ...(account ? { account: accountTrait(scope, account) } : {}),
      ...(connectionIds ? { connection: connectionIds } : {}),
      ...(platform ? { platform: [platform] } : {}),
    },
  }
}

/** True for the matching rows of a page. */
export const onConversationPage = (
  scope: Scope,
  filters: ConversationFilters,
  page: PageRequest,
): RawBuilder<boolean> => onMergedPage(scope, list, toListQuery(scope, filters), page)

/** Each part uses an index of its own, whatever the other filters and the order. */
function idsNamed(scope: Scope, q: string): RawBuilder<unknown> {
  const ofWorkspace = (table: string) =>
    sql`${sql.ref(`${table}.workspace_id`)} = ${scope.workspaceId}::bigint`
  const name = sql`letters_of(g.workspace_id, name_of_guest(g.first_name, g.last_name))`
  const named = sql`
    select g.id from guests g
    where ${inScope(scope, 'guests', 'g')} and ${hasLetters(name, scope, q)}
      and concat_ws(' ', g.first_name, g.last_name) ilike ${likePattern(q)}`
  return sql`
    select c.id from conversations c where ${ofWorkspace('c')} and c.guest_id = any(array(${named}))
    union
    select c.id from reservations r
    join conversations c on c.workspace_id = r.workspace_id and c.reservation_id = r.id
    where ${ofWorkspace('r')} and r.guest_id = any(array(${named})) and c.guest_id is null
    union
    select c.id from reservations r
    join conversations c on c.workspace_id = r.workspace_id and c.reservation_id = r.id
    where ${ofWorkspace('r')} and r.confirmation_code in (${q}, upper(${q}))
    union
    select c.id from conversations c
    where ${ofWorkspace('c')} and ${hasLetters(sql`letters_of(c.workspace_id, c.subject)`, scope, q)}
      and c.subject ilike ${likePattern(q)}`
}

/** A search finds few rows, for which there are no counts. */
const isSearch = ({ q, reservationId }: ConversationFilters) => q !== undefined || reservationId !== undefined

/** The rows that a search finds; undefined where it is none. */
function foundConditions(scope: Scope, filters: ConversationFilters): RawBuilder<boolean> {
  const { account, connectionIds, platform, listingId, reservationId, q } = filters
  return andConditions([
    sql<boolean>`conversations.listed_as is not null`,
    ...(q === undefined ? [] : [sql<boolean>`conversations.id = any(array(${idsNamed(scope, q)}))`]),
    ...(reservationId === undefined
      ? []
      : [sql<boolean>`conversations.reservation_id = ${reservationId}::bigint`]),
    ...(listingId === undefined ? [] : [sql<boolean>`conversations.listing_id = ${listingId}::bigint`]),
    ...(platform ? [sql<boolean>`conversations.platform = ${platform}`] : []),
    ...(account ? [sql<boolean>`conversations.account_id = ${accountTrait(scope, account)}::bigint`] : []),
    ...(connectionIds
      ? [sql<boolean>`conversations.connection_id = any(${[...connectionIds]}::bigint[])`]
      : []),
  ])
}

/** `offset 0` hides the order, so the planner looks up the few rows instead of walking all. */
const onFoundPage = (scope: Scope, filters: ConversationFilters, page: PageRequest) => sql<boolean>`
  conversations.id = any(array(
    select conversations.id from (
      select conversations.* from conversations
      where ${inScope(scope, 'conversations')} and ${foundConditions(scope, filters)} offset 0) conversations
    where ${page.after ?? sql`true`}
    order by ${page.orderBy} limit ${page.limit} offset ${page.offset}))`

/** `archived` is reserved: every conversation reads as open, whatever the source says. */
const isAlwaysEmpty = ({ status }: ConversationFilters) => status === 'archived'

const columns = [
  'conversations.id',
  'conversations.platform',
  'conversations.guest_id',
  'conversations.listing_id',
  'conversations.reservation_id',
  'conversations.subject',
  'conversations.last_message_at',
  'conversations.last_message_preview',
  'conversations.unread_count',
  'conversations.created_at',
  'conversations.updated_at',
  'conversations.external_thread_id',
] as const

/** The guest of the thread, or of its reservation. */
const guestName = (scope: Scope) => sql<string | null>`(
  select nullif(concat_ws(' ', g.first_name, g.last_name), '') from guests g
  where g.workspace_id = ${scope.workspaceId}::bigint and g.id = coalesce(conversations.guest_id, (
    select r.guest_id from reservations r
    where r.workspace_id = ${scope.workspaceId}::bigint and r.id = conversations.reservation_id)))`

export async function conversations(
  db: Queryable,
  scope: Scope,
  filters: ConversationFilters,
  page: PageRequest,
) {
  if (isAlwaysEmpty(filters)) return []
  const listQuery = toListQuery(scope, filters)
  const select = from(db, scope, 'conversations')
    .select([
      ...columns,
      guestName(scope).as('guest_name'),
      accountJson(scope, 'conversations').as('account'),
    ])
    .orderBy(page.orderBy as RawBuilder<string>)
  if (isSearch(filters)) return select.where(onFoundPage(scope, filters, page)).execute()
  const rows = !isEverything(listQuery)
    ? { merged: onConversationPage(scope, filters, page) }
    : { oneRange: [sql<boolean>`conversations.listed_as is not null`], plannedOnce: isUsual(page) }
  return cutTo(select, page, rows).execute()
}

export async function conversationTotal(
  db: Queryable,
  scope: Scope,
  filters: ConversationFilters,
): Promise<number> {
  const listQuery = toListQuery(scope, filters)
  if (isSearch(filters) && !isAlwaysEmpty(filters))
    return totalOf(
      db,
      sql<string>`(select count(*) from conversations
        where ${inScope(scope, 'conversations')} and ${foundConditions(scope, filters)})`,
    )
  return isAlwaysEmpty(filters)
    ? 0
    : totalOf(db, keptTotal(scope, list, listQuery), { plannedOnce: isEverything(listQuery) })
}

/** The host of an Airbnb thread is the account it was read from. */
const hostOf = (scope: Scope) => sql<unknown>`coalesce(conversations.host, (
  select jsonb_build_object('id', c.id::text, 'airbnbId', c.external_account_id, 'displayName', c.account_name,
           'firstName', split_part(c.account_name, ' ', 1))
  from connections c
  where c.workspace_id = ${scope.workspaceId}::bigint and c.id = conversations.connection_id
    and c.provider = 'airbnb' and c.account_name is not null))`

export async function conversation(db: Queryable, scope: Scope, id: string) {
  return from(db, scope, 'conversations')
    .select([...columns, hostOf(scope).as('host')])
    .where('conversations.id', '=', id)
    .$if(!isNarrowed(scope), (one) => one.modifyEnd(prepared))
    .executeTakeFirst()
}

export interface ThreadGuest {
  id: string
  first_name: string | null
  last_name: string | null
  avatar_url: string | null
  contacts: { type: string; value: string; isPrimary: boolean; isVerified: boolean }[]
  /** Other stays of the guest are outside the caller's scope. */
  beyond: boolean
}

/** The guest of the thread, or of its reservation. */
export async function threadGuest(
  db: Queryable,
  scope: Scope,
  thread: { guest_id: string | null; reservation_id: string | null },
): Promise<ThreadGuest | undefined> {
  return from(db, scope, 'guests')
    .select([
      'guests.id',
      'guests.first_name',
      'guests.last_name',
      'guests.avatar_url',
      isBeyond(scope, sql.ref('guests.id')).as('beyond'),
      sql<ThreadGuest['contacts']>`(
        select coalesce(jsonb_agg(jsonb_build_object('type', c.type, 'value', c.value, 'isPrimary', c.is_primary,
                 'isVerified', c.verified) order by c.is_primary desc, c.created_at, c.value), '[]')
        from (select * from guest_contacts
              where workspace_id = ${scope.workspaceId}::bigint and guest_id = guests.id
                and ${isTold(scope, 'guest_contacts')}
              order by is_primary desc, created_at, value limit 50) c)`.as('contacts'),
    ])
    .where(
      sql<boolean>`guests.id = coalesce(${thread.guest_id}::bigint, (
        select reservations.guest_id from reservations
        where reservations.workspace_id = ${scope.workspaceId}::bigint
          and reservations.id = ${thread.reservation_id}::bigint))`,
    )
    .executeTakeFirst()
}

/** Contacts in the order shown. */
export async function contactsOfGuest(db: Queryable, { workspaceId }: Scope, guestId: string) {
  return from(db, { workspaceId }, 'guest_contacts')
    .select(['type', 'value', 'is_primary', 'verified', 'last_used_at', 'created_at'])
    .where('guest_id', '=', guestId)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .orderBy('value')
    .execute()
}

export async function messages(db: Queryable, scope: Scope, conversationId: string, page: PageRequest) {
  return from(db, scope, 'messages')
    .selectAll()
    .where('messages.conversation_id', '=', conversationId)
    .where((eb) => eb.and(page.after ? [page.after] : []))
    .orderBy(page.orderBy as RawBuilder<string>)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function messageTotal(db: Queryable, scope: Scope, conversationId: string): Promise<number> {
  const row = await from(db, scope, 'messages')
    .select(sql<string>`count(*)`.as('total'))
    .where('messages.conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

export type ConversationListRow = Awaited<ReturnType<typeof conversations>>[number]
export type ConversationColumns = NonNullable<Awaited<ReturnType<typeof conversation>>>
export type MessageColumns = Awaited<ReturnType<typeof messages>>[number]

/** The fields that a conversation's history covers, as of now. */
export async function conversationStory(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ story: Record<string, unknown> }>`
    select conversation_story(to_jsonb(c)) as story from conversations c
    where ${inScope(scope, 'conversations', 'c')} and c.id = ${id}`.execute(db)
  return rows[0]?.story ?? {}
}
