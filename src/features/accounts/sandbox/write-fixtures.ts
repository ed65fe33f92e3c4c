/** Writes the fixtures over the last seeding: same references, same ids, new dates. */
import { runWithCause } from '../../../platform/cause.ts'
import type { SandboxSeedResult } from '../../../contract/sandbox.ts'
import { openWrite } from '../../../platform/outbox.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { publishConflicts } from '../../../records/reservations/publish.ts'
import { renderReservations } from '../../../records/reservations/shown.ts'
import { connections, listings } from './fixtures/homes.ts'
import { guests, reservations } from './fixtures/stays.ts'
import { conversations, inquiries, reviews } from './fixtures/threads.ts'
import {
  accountRows,
  calendarRows,
  channelLinkRows,
  connectionRows,
  externalIdOf,
  listingLinkRows,
  listingRows,
  listingUnitRows,
  unitRows,
} from './home-rows.ts'
import { momentsOf, type Moments } from './moments.ts'
import {
  accountIds,
  deleteDependents,
  fixtureIds,
  insertRows,
  upsertRows,
  type FixtureRow,
} from './queries.ts'
import {
  asBefore,
  contactRows,
  guestRows,
  historyRows,
  replacedFields,
  reservationRow,
  type StayIds,
} from './stay-rows.ts'
import { conversationRows, inquiryRows, messageRows, reviewRows, type ThreadIds } from './thread-rows.ts'
import { addDecimals } from '../../../connector-kit/money.ts'
import { deleteHistory, resetRevisions } from '../../../records/sandbox-history-queries.ts'
import { deleteOtherMessages } from '../../../records/messages/store-queries.ts'

/** Fixtures use their reference as the account's id. */
const refsOf = (fixtures: readonly { ref: string }[]) => fixtures.map(({ ref }) => ({ ref, externalId: ref }))
function idOf(ids: ReadonlyMap<string, string>, { ref }: { ref: string }): string {
  const id = ids.get(ref)
  if (id === undefined) throw new Error(`no id was taken for ${ref}`)
  return id
}

const valuesOf = (ids: Map<string, string>) => [...ids.values()]

async function allIds(tx: Queryable, scope: Scope): Promise<ThreadIds> {
  const units = listings.flatMap((listing) => listing.units)
  const messages = conversations.flatMap((conversation) => conversation.messages)
  return {
    connections: await accountIds(tx, scope, 'connections', connections),
    accounts: await accountIds(tx, scope, 'accounts', connections),
    listings: await fixtureIds(
      tx,
      scope,
      'listings',
      listings.map((fixture) => ({ ref: fixture.ref, externalId: externalIdOf(fixture) })),
    ),
    units: await fixtureIds(tx, scope, 'units', refsOf(units)),
    guests: await fixtureIds(tx, scope, 'guests', refsOf(guests)),
    reservations: await fixtureIds(tx, scope, 'reservations', refsOf(reservations)),
    conversations: await fixtureIds(tx, scope, 'conversations', refsOf(conversations)),
    messages: await fixtureIds(tx, scope, 'messages', refsOf(messages)),
    inquiries: await fixtureIds(tx, scope, 'inquiries', refsOf(inquiries)),
    reviews: await fixtureIds(tx, scope, 'reviews', refsOf(reviews)),
  }
}

async function putHomes(tx: Queryable, scope: Scope, ids: ThreadIds, moments: Moments): Promise<void> {
  const listingIds = valuesOf(ids.listings)
  await upsertRows(tx, scope, 'connections', connectionRows(ids, moments))
  await upsertRows(tx, scope, 'accounts', accountRows(ids, moments))
  await upsertRows(tx, scope, 'listings', listingRows(ids, moments))
  await upsertRows(tx, scope, 'units', unitRows(ids, moments))
  await deleteDependents(tx, scope, 'made_up_records', 'connection_id', valuesOf(ids.connections))
  for (const table of [
    'listing_links',
    'channel_links',
    'listing_units',
    'calendar_days',
    'calendar_pushes',
  ] as const) {
    await deleteDependents(tx, scope, table, 'listing_id', listingIds)
  }
  await insertRows(tx, scope, 'listing_links', listingLinkRows(ids, moments))
  await insertRows(tx, scope, 'channel_links', channelLinkRows(ids, moments))
  await insertRows(tx, scope, 'listing_units', listingUnitRows(ids))
  await insertRows(tx, scope, 'calendar_days', calendarRows(ids, moments, reservations))
}

/** Writes each stay as it was and as it is, so that the history matches what the API showed. */
async function putStays(tx: Queryable, scope: Scope, ids: ThreadIds, moments: Moments): Promise<void> {
  await upsertRows(tx, scope, 'guests', guestRows(ids, moments))
  await deleteDependents(tx, scope, 'guest_contacts', 'guest_id', valuesOf(ids.guests))
  await insertRows(tx, scope, 'guest_contacts', contactRows(ids, moments))

  const reservationIds = valuesOf(ids.reservations)
  const write = async (fixtures: typeof reservations) => {
    const rows = fixtures.map((fixture) => reservationRow(fixture, ids, moments))
    await upsertRows(tx, scope, 'reservations', rows)
    return renderReservations(tx, scope, reservationIds, moments.now)
  }
  const before = await write(reservations.map(asBefore))
  const after = await write(reservations)
  const history = reservations.flatMap((fixture) => {
    const id = idOf(ids.reservations, fixture)
    const [old, current] = [before.get(id), after.get(id)]
    return historyRows(fixture, id, moments, old && current ? replacedFields(old, current) : {})
  })
  await insertRows(tx, scope, 'record_history', history)
  await deleteDependents(tx, scope, 'airbnb_transactions', 'connection_id', valuesOf(ids.connections))
  await insertRows(tx, scope, 'airbnb_transactions', transactionRows(ids, moments))
}

async function putThreads(tx: Queryable, scope: Scope, ids: ThreadIds, moments: Moments): Promise<void> {
  await upsertRows(tx, scope, 'conversations', conversationRows(ids, moments))
  await deleteDependents(tx, scope, 'special_offers', 'conversation_id', valuesOf(ids.conversations))
  await deleteOtherMessages(tx, scope, valuesOf(ids.conversations), valuesOf(ids.messages))
  await upsertRows(tx, scope, 'messages', messageRows(ids, moments))
  await upsertRows(tx, scope, 'inquiries', inquiryRows(ids, moments))
  await upsertRows(tx, scope, 'reviews', reviewRows(ids, moments))
}

export const writeFixtures = (tx: Queryable, scope: Scope, now: Date): Promise<SandboxSeedResult> =>
  runWithCause({ kind: 'sandbox' }, () => fillSandbox(tx, scope, now))

async function fillSandbox(tx: Queryable, scope: Scope, now: Date): Promise<SandboxSeedResult> {
  const write = await openWrite(tx, scope, now)
  const moments = momentsOf(now, write.at)
  const ids = await allIds(tx, scope)
  // Revisions restart, so the history of earlier ones is deleted.
  await deleteHistory(tx, scope, Object.values(ids).flatMap(valuesOf))
  await putHomes(tx, scope, ids, moments)
  await putStays(tx, scope, ids, moments)
  await putThreads(tx, scope, ids, moments)
  await resetRevisions(tx, scope, Object.values(ids).flatMap(valuesOf))
  const source = { now, origin: 'sandbox', runId: null }
  await publishConflicts(write, source, valuesOf(ids.listings), {
    importing: { connectedAt: now, importing: true },
  })
  const shown = (fixtures: readonly { ref: string }[], known: Map<string, string>) =>
    fixtures.map((fixture) => ({ ref: fixture.ref, id: idOf(known, fixture) }))
  return {
    customerId: scope.workspaceId,
    seededAt: now.toISOString(),
    listings: shown(listings, ids.listings),
    reservations: shown(reservations, ids.reservations),
    connections: shown(connections, ids.connections),
  }
}

/** Payouts due for the fixtures' Airbnb bookings, equal to what reading the bookings yields. Pure. */
function transactionRows(ids: StayIds, moments: Moments): FixtureRow<'airbnb_transactions'>[] {
  return reservations.flatMap((stay) => {
    const { source, status, confirmationCode, days } = stay
    const { host } = stay.price.parts
    const amount = host?.revenue
    if (source !== 'airbnb' || status !== 'confirmed' || amount === undefined) return []
    const listing = listings.find(({ ref }) => ref === stay.listing)
    const account = connections.find(({ ref }) => ref === listing?.connection)
    const guest = guests.find(({ ref }) => ref === stay.guest)
    if (!listing || !account || !guest) throw new Error(`fixture ${stay.ref} names what is not there`)
    // Airbnb pays a day after arrival.
    const date = moments.day(days.checkIn + 1)
    const kept = addDecimals((host?.hostFees ?? []).map((fee) => fee.amount))
    return {
      connection_id: ids.connections.get(account.ref),
      id: `upcoming:${account.externalAccountId}:Reservation:${confirmationCode}:${date}:0`,
      status: 'UPCOMING',
      type: 'Reservation',
      is_payout: false,
      date,
      currency: stay.currency,
      amount,
      gross_amount: addDecimals([amount, kept]),
      host_service_fee: `-${kept}`,
      cleaning_fee: addDecimals((host?.guestFees ?? []).map((fee) => fee.amount)),
      payout_id: null,
      payout_id_synthetic: false,
      payout_date: null,
      line_index: null,
      paid_out_amount: null,
      confirmation_code: confirmationCode,
      listing_name: listing.name,
      guest_name: `${guest.firstName} ${guest.lastName}`,
      nights: days.checkOut - days.checkIn,
      reservation_start_date: moments.day(days.checkIn),
      description: null,
      reference: null,
      synced_at: moments.writtenAt,
    }
  })
}
