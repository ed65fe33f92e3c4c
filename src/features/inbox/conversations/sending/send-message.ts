/** `POST /v1/conversations/{id}/messages`, from the request to its answer. */
import { createHash } from 'node:crypto'
import type { MessagePart, MessageSendBody, MessageSent } from '../../../../contract/message-write.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import type { Scope } from '../../../../platform/tenant.ts'
import { actKeyFor } from '../../../../upstream/acts/key.ts'
import { unsupported } from '../../../../upstream/errors.ts'
import { assertListingActive } from '../../../../records/listings/active.ts'
import { keyReused, relayAccess } from '../../../../upstream/acts/public.ts'
import type { Services } from '../../../../services.ts'
import type { RouteWriteContext } from '../../../route.ts'
import {
  deleteFiles,
  fetchFiles,
  storeFiles,
  toSentAttachment,
  type FetchedFile,
  type StoredMessageFile,
} from './files.ts'
import {
  assertAllowed,
  assertNotEmpty,
  planParts,
  rulesOf,
  textOf,
  warningsOf,
  type SendTarget,
} from './plan.ts'
import {
  deleteSend,
  insertSend,
  messageText,
  sendingThread,
  sendOfKey,
  type MessageSend,
  type SendingThread,
} from './queries.ts'
import { runPart, type SendJob } from './run-part.ts'
import { textHash } from '../../../../records/messages/text-hash.ts'
import { isChannelName, toPmsField } from '../../../../records/relay.ts'
import { readThread } from '../../../sync/public.ts'
import { findContactInfo } from './contact-info.ts'
import { partsOf } from '../../../../records/messages/part-queries.ts'
import type { SendPart } from '../../../../records/messages/part-queries.ts'

/** Throws `not_found` or `listing_inactive`. */
async function findWritableThread({ db }: Services, scope: Scope, id: string): Promise<SendingThread> {
  const row = await sendingThread(db, scope, id)
  if (!row) throw new ApiError('not_found', `No conversation ${id} in this workspace.`)
  if (row.listing_id) await assertListingActive(db, scope, row.listing_id)
  return row
}

/** This server has no mail or chat of its own. */
function noRelayError({ id, platform }: SendingThread, hasFiles: boolean): ApiError {
  const channel = platform === null ? {} : { channel: platform }
  if (hasFiles)
    return new ApiError(
      'attachments_not_supported',
      'No channel is connected that could carry them.',
      channel,
    )
  return new ApiError(
    'message_not_sent',
    `Conversation ${id} belongs to a booking that was made here: no channel or PMS is connected that could reach the guest.`,
    { ...channel, statusReason: 'no channel is connected' },
    { fix: 'Write to the guest with your own mail; the contacts stand in `GET /v1/conversations/{id}`.' },
  )
}

interface PreparedSend {
  job: Omit<SendJob, 'send' | 'bodies'>
  thread: SendTarget
  rules: ReturnType<typeof rulesOf>
}

/** All checks that need no fetch and no send. */
async function prepare(
  { services, scope }: RouteWriteContext,
  id: string,
  body: MessageSendBody,
): Promise<PreparedSend> {
  const row = await findWritableThread(services, scope, id)
  assertNotEmpty(body)
  const { relay, external_id: externalId } = row
  const connector = relay === null ? undefined : services.connectors[relay.provider]
  if (!connector || relay === null || externalId === null)
    throw noRelayError(row, body.attachments !== undefined)
  const { provider } = relay
  const writes = connector.operations.messageWrites
  if (!writes) throw unsupported(provider, 'send messages')
  const access = await relayAccess(services, scope, relay, 'messages')
  const { platform } = row
  const thread = { provider, platform, isBooked: row.reservation_id !== null }
  const rules = rulesOf(writes, thread)
  const chosen = assertAllowed(body, rules, thread)
  const job = { access, writes, thread: { id, externalId, platform }, text: textOf(body), ...chosen }
  return { job, thread, rules }
}

const hashOf = (id: string, body: MessageSendBody) =>
  createHash('sha256')
    .update(JSON.stringify([id, body.message ?? null, body.channel ?? null, body.attachments ?? []]))
    .digest()

export async function sendMessage(
  context: RouteWriteContext,
  id: string,
  body: MessageSendBody,
  dryRun: boolean,
): Promise<MessageSent> {
  const ready = await prepare(context, id, body)
  if (dryRun) return rehearseSend(context, ready, body)
  const send = await openSend(context, ready, body)
  const planned = planParts(ready.job.text, send.files.length, ready.rules.files)
  const job = { ...ready.job, send, bodies: planned.map(({ body: text }) => text) }
  const { services, scope } = context
  const parts = await partsOf(services.db, scope, send.id)
  const done: SendPart[] = []
  for (const part of parts) {
    // Messages after a refused one are not sent alone.
    const isOver = done.some(({ state }) => state === 'refused')
    done.push(isOver ? part : await runPart(job, part))
  }
  assertSent(services, job, done)
  return toSent(services, job, done, await deliveredText(job, done))
}

/** The text as the channel shows it; undefined: nothing was removed, or the channel could not be read. */
async function deliveredText(job: SendJob, parts: readonly SendPart[]): Promise<string | undefined> {
  const { access, text, thread } = job
  const { services, scope, connection } = access
  const id = parts.find(({ has_text: hasText }) => hasText)?.message_id ?? null
  if (id === null || findContactInfo(text).length === 0 || !isChannelName(connection.provider))
    return undefined
  try {
    await readThread(access, thread.externalId)
    return await messageText(services.db, scope, id)
  } catch (error) {
    // The message is out: an error now would make the caller send it again.
    services.log.warn({ err: error, send: job.send.id }, 'a sent message could not be read back')
    return undefined
  }
}

/** Stores the send, or finds the one stored under the key before. */
async function openSend(
  context: RouteWriteContext,
  { job, thread, rules }: PreparedSend,
  body: MessageSendBody,
): Promise<MessageSend> {
  const { services, scope } = context
  const key = actKeyFor(context.idempotencyKey)
  const hash = hashOf(job.thread.id, body)
  const known = await sendOfKey(services.db, scope, key)
  if (known) {
    const parts = await partsOf(services.db, scope, known.id)
    const isOver =
      parts.some(({ state }) => state === 'refused') && !parts.some(({ state }) => state === 'sent')
    if (!isOver) {
      if (known.request_hash.equals(hash)) return known
      throw keyReused()
    }
    // Nothing was sent: the request may start anew.
    await deleteSend(services.db, scope, known.id)
    await deleteFiles(services, known.files)
  }
  const files = await storeFiles(
    services,
    scope,
    await fetchFiles(services, scope, body.attachments ?? [], rules, thread),
  )
  const parts = planParts(job.text, files.length, rules.files)
  const at = services.clock.now()
  const fresh = await services.db.transaction().execute((tx) =>
    insertSend(
      tx,
      scope,
      {
        key,
        conversationId: job.thread.id,
        connectionId: job.access.connection.id,
        hash,
        files,
        parts: parts.map((part) => ({ ...part, textHash: textHash(part.body) })),
      },
      at,
    ),
  )
  if (fresh) return fresh
  await deleteFiles(services, files)
  throw new ApiError('idempotency_key_in_use', 'Another request with this `Idempotency-Key` runs.', {
    retry_after: 1,
  })
}

const toPart =
  (bodies: readonly string[]) =>
  (part: SendPart): MessagePart => ({
    attachmentIndexes: part.file_places,
    hasText: part.has_text,
    text: bodies[part.place] ?? '',
    sent: part.state === 'sent',
    messageId: part.message_id,
    externalMessageId: part.external_id,
    ...(part.state === 'sent'
      ? {}
      : { error: part.refusal ?? 'not sent, because another message was refused' }),
  })

/** Throws for refused parts, naming what was sent. */
function assertSent(services: Services, { send, thread, bodies }: SendJob, parts: readonly SendPart[]): void {
  const refused = parts.find(({ state }) => state === 'refused')
  if (!refused) return
  const statusReason = refused.refusal ?? 'refused'
  const channel = thread.platform === null ? {} : { channel: thread.platform }
  const shown = {
    ...channel,
    statusReason,
    ...(send.files.length > 0 ? { parts: parts.map(toPart(bodies)) } : {}),
  }
  const sent = parts.filter(({ state }) => state === 'sent')
  if (sent.length === 0)
    throw new ApiError('message_not_sent', `The message was refused: ${statusReason}`, shown)
  const files = sent.flatMap(({ file_places: places }) => places).flatMap((place) => send.files[place] ?? [])
  throw new ApiError('message_partially_sent', `A part of the message was refused: ${statusReason}`, {
    ...shown,
    attachments: files.map((file) => toSentAttachment(services, file)),
  })
}

const common = (
  { job }: Pick<PreparedSend, 'job'>,
  channel: string | null,
  delivered: string | undefined = job.text,
) => ({
  conversationId: job.thread.id,
  channel,
  status: 'sent' as const,
  direction: 'outbound' as const,
  contentRewritten: delivered !== job.text,
  submittedContent: job.text === '' ? null : job.text,
  deliveredContent: delivered === '' ? null : delivered,
  statusReason: null,
})

function toSent(
  services: Services,
  job: SendJob,
  parts: readonly SendPart[],
  delivered: string | undefined,
): MessageSent {
  const main = parts.find(({ has_text: hasText }) => hasText) ?? parts.at(-1)
  if (!main) throw new Error('a send has no parts')
  return {
    id: main.message_id,
    externalMessageId: main.external_id,
    ...common({ job }, main.channel, delivered),
    attachments: job.send.files.map((file) => toSentAttachment(services, file)),
    ...(job.send.files.length > 0 ? { parts: parts.map(toPart(job.bodies)) } : {}),
    ...toPmsField({ provider: job.access.connection.provider, externalId: main.external_id }),
  }
}

/** Runs all checks, of files too; stores and sends nothing. */
async function rehearseSend(
  { services, scope }: RouteWriteContext,
  ready: PreparedSend,
  body: MessageSendBody,
): Promise<MessageSent> {
  const { job, thread, rules } = ready
  const files = await fetchFiles(services, scope, body.attachments ?? [], rules, thread)
  const parts = planParts(job.text, files.length, rules.files)
  const unsaved = ({ bytes: _, extension: __, ...file }: FetchedFile): StoredMessageFile => ({
    ...file,
    key: '',
  })
  return {
    ...common(ready, job.channel ?? thread.platform),
    attachments: files.map((file) => ({ ...toSentAttachment(services, unsaved(file)), url: file.sourceUrl })),
    ...(files.length > 0
      ? {
          parts: parts.map(({ files: attachmentIndexes, hasText, body }) => ({
            attachmentIndexes,
            hasText,
            text: body,
            sent: false,
          })),
        }
      : {}),
    ...toPmsField({ provider: thread.provider }),
    rules,
    warnings: warningsOf(job.text, rules, thread),
    dryRun: true,
  }
}
