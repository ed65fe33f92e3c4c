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
  removePerson,
  type PersonName,
  type NamedPerson,
} from '../../records/guests/erase.ts'
import { hashesToKeep } from '../../records/guests/tombstones.ts'
import { renderWithoutEvents } from '../../records/reservations/render-without-events.ts'
import * as past from './forget-history-queries.ts'
import * as mentions from './forget-mentions-queries.ts'
import * as q from './forget-queries.ts'

type ErasedCounts = GuestForgotten['erased']
type EventPayload = Record<string, unknown>

const nothing: ErasedCounts = {
  ...{ contacts: 0, guests: 0, reservations: 0, conversations: 0, messages: 0, offers: 0, reviews: 0 },
  ...{ history: 0, events: 0, deliveries: 0, answers: 0, acts: 0, failures: 0, others: 0 },
  ...{ transactions: 0, files: 0 },
}

async function eraseEvents({ tx, scope }: Write, guestId: string, of: q.GuestRecordIds) {
  const told = await q.eventsAbout(tx, scope, of)
  const before =
    of.lost.length === 0 ? [] : await q.eventsAbout(tx, scope, { reservations: q.lostIds(of.lost) })
  const without = (events: q.StoredEvent[], erase: (data: EventPayload) => unknown) =>
    events.flatMap((event) => {
      const data = JSON.stringify(erase(JSON.parse(event.data) as EventPayload))
      return data === event.data ? [] : [{ ...event, data }]
    })
  const erased = [...without(told, erasedData), ...without(before, (data) => erasedDataOf(guestId, data))]
  const operations = told.flatMap(({ data }) => modelOperation(JSON.parse(data)))
  return { events: erased.length, deliveries: await q.updateErasedEvents(tx, erased), operations }
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

/** Includes earlier names, because earlier answers and log lines use them. */
function personOf(guest: q.GuestToForget): NamedPerson {
  const { contacts, renamed } = guest
  const name: PersonName = { firstName: guest.first_name, lastName: guest.last_name }
  const formerNames = renamed.map(
    (_, at) => Object.assign({ ...name }, ...renamed.slice(0, at + 1)) as PersonName,
  )
  return { ...name, contacts, formerNames }
}

async function eraseEverywhere(
  write: Write,
  guest: q.GuestToForget,
  { vault, objects }: Pick<ForgetRequest, 'vault' | 'objects'>,
): Promise<ErasedCounts> {
  const { tx, scope, at } = write
  const { id } = guest
  const of = await q.guestRecordIds(tx, scope, id)
  const person = personOf(guest)
  const patterns = createPersonPatterns(person, wrapNameForDatabase)
  const hashes = hashesToKeep({
    connectionId: guest.connection_id,
    externalId: guest.external_id,
    contacts: guest.contacts,
  })
  await q.insertForgottenHashes(tx, scope, id, hashes, at)
  const contacts = await q.deleteContacts(tx, scope, id)
  const guests = await q.eraseGuest(tx, scope, id, at)
  await q.eraseStays(tx, scope, of.reservations)
  const reservations = await renderWithoutEvents(write, of.reservations)
  const conversations = await q.eraseConversations(tx, scope, of.conversations, at)
  const messages = await q.eraseMessages(tx, scope, of.messages)
  const sent = await q.sentFiles(tx, scope, of.conversations)
  await q.eraseSends(tx, scope, of.conversations)
  const offers = await q.eraseOffers(tx, scope, of.conversations)
  const reviews = await q.eraseReviews(tx, scope, of.reviews, at)
  const { events, deliveries, operations } = await eraseEvents(write, id, of)
  const records = { contacts, guests, reservations, conversations, messages, offers, reviews }
  // Empty the history last: every step above appends to it.
  const history =
    (await past.eraseHistory(tx, scope, id, of)) +
    (await past.eraseLostHistory(tx, scope, of.lost)) +
    (await past.erasePastRecords(tx, scope, id, of))
  const found = { ...nothing, ...records, history, events, deliveries }
  const erase = erasedAnswer(removePerson(person), operations)
  const answers = await rewriteAnswers({ tx, vault }, scope, erase)
  const transactions = await mentions.eraseGuestTransactions(tx, scope, of)
  if (patterns === null) {
    return { ...found, answers, transactions, files: await deleteFiles(objects, sent) }
  }
  await q.eraseAlterations(tx, scope, [...of.reservations, ...q.lostIds(of.lost)], patterns)
  return {
    ...found,
    answers,
    transactions: transactions + (await mentions.eraseTransactionMentions(tx, scope, of, patterns)),
    acts: await mentions.eraseActs(tx, scope, of, patterns),
    failures:
      (await mentions.eraseFailures(tx, scope, patterns)) +
      (await mentions.eraseRunErrors(tx, scope, patterns)),
    others:
      (await mentions.eraseSandboxMentions(tx, scope, patterns)) +
      (await mentions.eraseImportMentions(tx, scope, patterns)) +
      (await mentions.eraseNotes(tx, scope, of, patterns)) +
      (await mentions.eraseProofMentions(tx, scope, patterns)),
    files: await deleteFiles(objects, sent),
  }
}

export interface ForgetRequest {
  now: Date
  vault: Vault
  /** The store of files sent to guests. */
  objects: SentFileStore
  reason: EventData<'guest.forgotten'>['reason']
  /** Checked under the workspace's lock. */
  unless?: () => Promise<boolean>
}

/** Forgets a guest in one transaction. Null if `unless` said no. */
export async function forgetGuest(
  tx: Queryable,
  scope: Scope,
  id: string,
  { now, reason, unless, ...where }: ForgetRequest,
): Promise<GuestForgotten | null> {
  const write = await openWrite(tx, scope, now)
  if (await unless?.()) return null
  const guest = await q.guestToForget(tx, write.scope, id)
  if (!guest) throw new ApiError('not_found', `No guest ${id} in this workspace.`)
  const { forgotten_at: before } = guest
  if (before) return { id, forgottenAt: before.toISOString(), erased: nothing }
  const erased = await eraseEverywhere(write, guest, where)
  await appendEvents(write, [guestForgotten({ guestId: id, reason, at: write.at })])
  return { id, forgottenAt: write.at.toISOString(), erased }
}
