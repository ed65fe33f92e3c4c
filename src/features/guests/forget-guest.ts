/** `POST /v1/guests/{id}/forget`: erases who a guest was; that somebody stayed remains. */
import type { EventData } from '../../contract/events.ts'
import type { GuestForgotten } from '../../contract/guest-forget.ts'
import { ApiError } from '../../platform/api-error.ts'
import { appendEvents, openWrite, type Write } from '../../platform/outbox.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { Vault } from '../../platform/crypto.ts'
import type { ObjectStore } from '../../platform/object-store/index.ts'
import { rewriteAnswers } from '../../platform/idempotency.ts'
import { guestForgotten } from '../../records/events.ts'
import {
  erasedAnswer,
  erasedData,
  erasedDataOf,
  wrapNameForDatabase,
  createPersonPatterns,
  personOf,
  removePerson,
} from '../../records/guests/erase.ts'
import { hashesToKeep } from '../../records/guests/tombstones.ts'
import { renderWithoutEvents } from '../../records/reservations/render-without-events.ts'
import type { StoredEvent } from '../../platform/event-log-queries.ts'
import { updateErasedEvents } from '../../platform/event-log-queries.ts'
import { eraseActs } from '../../upstream/acts/erase-guest-queries.ts'
import { eraseSandboxMentions } from '../../upstream/sandbox-vendor/queries.ts'
import { eraseNotes } from '../../records/calendar/store-queries.ts'
import type { GuestToForget, GuestRecordIds } from '../../records/guests/forget-queries.ts'
import {
  guestToForget,
  lostIds,
  guestRecordIds,
  insertForgottenHashes,
  deleteContacts,
  eraseGuest,
  eraseStays,
  eraseAlterations,
  eraseConversations,
  eraseMessages,
  eraseReviews,
  eventsAbout,
} from '../../records/guests/forget-queries.ts'
import { eraseOffers } from '../../records/inquiries/offer-queries.ts'
import { eraseReceiverAnswers } from '../webhooks/public.ts'
import type { ErasedTraces, GuestEraser, GuestTraces } from '../../services.ts'
import {
  eraseHistory,
  eraseLostHistory,
  erasePastRecords,
} from '../../records/guests/forget-history-queries.ts'

type ErasedCounts = GuestForgotten['erased']
type EventPayload = Record<string, unknown>

const nothing: ErasedCounts = {
  ...{ contacts: 0, guests: 0, reservations: 0, conversations: 0, messages: 0, offers: 0, reviews: 0 },
  ...{ history: 0, events: 0, deliveries: 0, answers: 0, acts: 0, failures: 0, others: 0 },
  ...{ transactions: 0, files: 0 },
}

async function eraseEvents({ tx, scope }: Write, guestId: string, of: GuestRecordIds) {
  const told = await eventsAbout(tx, scope, of)
  const before = of.lost.length === 0 ? [] : await eventsAbout(tx, scope, { reservations: lostIds(of.lost) })
  const without = (events: StoredEvent[], erase: (data: EventPayload) => unknown) =>
    events.flatMap((event) => {
      const data = JSON.stringify(erase(JSON.parse(event.data) as EventPayload))
      return data === event.data ? [] : [{ ...event, data }]
    })
  const erased = [...without(told, erasedData), ...without(before, (data) => erasedDataOf(guestId, data))]
  const operations = told.flatMap(({ data }) => modelOperation(JSON.parse(data)))
  await updateErasedEvents(tx, erased)
  return { events: erased.length, deliveries: await eraseReceiverAnswers(tx, erased), operations }
}

/** The AI operation that an event is about. */
const modelOperation = ({ operationId }: { operationId?: unknown }): string[] =>
  typeof operationId === 'string' ? [operationId] : []

/**
 * Deletes files before the transaction commits, because a file without a row would stay forever. If one
 * fails, nothing is forgotten and a retry continues.
 */
async function deleteFiles(objects: SentFileStore, keys: readonly string[]): Promise<number> {
  try {
    await Promise.all(keys.map((key) => objects.delete(key)))
  } catch (cause) {
    const about = 'A file that was sent to the guest could not be deleted; nothing was forgotten.'
    throw new ApiError('service_unavailable', about, { retry_after: 5 }, { cause })
  }
  return keys.length
}

type SentFileStore = Pick<ObjectStore, 'delete'>

/** Has the domains above erase their own tables, and adds up what they erased. */
async function eraseInOtherDomains(
  { tx, scope }: Write,
  erasers: readonly GuestEraser[],
  traces: GuestTraces,
): Promise<Required<ErasedTraces>> {
  const counts: ErasedTraces['counts'] = {}
  const files: string[] = []
  for (const erase of erasers) {
    const erased = await erase(tx, scope, traces)
    files.push(...(erased.files ?? []))
    for (const [name, count] of Object.entries(erased.counts) as [keyof ErasedCounts, number][])
      counts[name] = (counts[name] ?? 0) + count
  }
  return { counts, files }
}

async function eraseEverywhere(
  write: Write,
  guest: GuestToForget,
  { vault, objects, guestErasers }: ForgetDeps,
): Promise<ErasedCounts> {
  const { tx, scope, at } = write
  const { id } = guest
  const of = await guestRecordIds(tx, scope, id)
  const person = personOf(guest)
  const patterns = createPersonPatterns(person, wrapNameForDatabase)
  const hashes = hashesToKeep({
    connectionId: guest.connection_id,
    externalId: guest.external_id,
    contacts: guest.contacts,
  })
  await insertForgottenHashes(tx, scope, id, hashes, at)
  const contacts = await deleteContacts(tx, scope, id)
  const guests = await eraseGuest(tx, scope, id, at)
  await eraseStays(tx, scope, of.reservations)
  const reservations = await renderWithoutEvents(write, of.reservations)
  const conversations = await eraseConversations(tx, scope, of.conversations, at)
  const messages = await eraseMessages(tx, scope, of.messages)
  const offers = await eraseOffers(tx, scope, of.conversations)
  const reviews = await eraseReviews(tx, scope, of.reviews, at)
  const { events, deliveries, operations } = await eraseEvents(write, id, of)
  const records = { contacts, guests, reservations, conversations, messages, offers, reviews }
  // Empty the history last: every step above appends to it.
  const history =
    (await eraseHistory(tx, scope, id, of)) +
    (await eraseLostHistory(tx, scope, of.lost)) +
    (await erasePastRecords(tx, scope, id, of))
  const found = { ...nothing, ...records, history, events, deliveries }
  const erase = erasedAnswer(removePerson(person), operations)
  const answers = await rewriteAnswers({ tx, vault }, scope, erase)
  const elsewhere = await eraseInOtherDomains(write, guestErasers, { records: of, patterns })
  const erased = { ...found, ...elsewhere.counts, answers }
  if (patterns === null) return { ...erased, files: await deleteFiles(objects, elsewhere.files) }
  await eraseAlterations(tx, scope, [...of.reservations, ...lostIds(of.lost)], patterns)
  return {
    ...erased,
    acts: await eraseActs(tx, scope, of, patterns),
    others:
      erased.others +
      (await eraseSandboxMentions(tx, scope, patterns)) +
      (await eraseNotes(tx, scope, of, patterns)),
    files: await deleteFiles(objects, elsewhere.files),
  }
}

export interface ForgetDeps {
  vault: Vault
  /** The store of files sent to guests. */
  objects: SentFileStore
  guestErasers: readonly GuestEraser[]
}

export interface ForgetRequest {
  now: Date
  reason: EventData<'guest.forgotten'>['reason']
  /** Checked under the workspace's lock. */
  unless?: () => Promise<boolean>
}

/** Forgets a guest in one transaction. Null if `unless` said no. */
export async function forgetGuest(
  tx: Queryable,
  scope: Scope,
  id: string,
  { now, reason, unless }: ForgetRequest,
  deps: ForgetDeps,
): Promise<GuestForgotten | null> {
  const write = await openWrite(tx, scope, now)
  if (await unless?.()) return null
  const guest = await guestToForget(tx, write.scope, id)
  if (!guest) throw new ApiError('not_found', `No guest ${id} in this workspace.`)
  const { forgotten_at: before } = guest
  if (before) return { id, forgottenAt: before.toISOString(), erased: nothing }
  const erased = await eraseEverywhere(write, guest, deps)
  await appendEvents(write, [guestForgotten({ guestId: id, reason, at: write.at })])
  return { id, forgottenAt: write.at.toISOString(), erased }
}
