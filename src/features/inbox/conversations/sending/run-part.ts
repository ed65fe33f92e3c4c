/** Sends one message of a send: given to the vendor once, and searched in its thread before it may be given again. */
import { VendorError } from '../../../../connector-kit/vendor-error.ts'
import type { MessageWrites } from '../../../../connector-kit/message-write-operations.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { openWrite } from '../../../../platform/outbox.ts'
import { isCertain, reauthRequired, tooBusy } from '../../../../upstream/errors.ts'
import { settlesAt } from '../../../../upstream/acts/searches.ts'
import { callConnection, type ConnectionAccess } from '../../../../upstream/access.ts'
import { readSoon, readThread, storeSentMessage } from '../../../sync/public.ts'
import { tryMoveAct, type StoredAct } from '../../../../upstream/acts/public.ts'
import { openMessageAct } from './message-act.ts'
import { toOutgoing, toStoredAttachment, type StoredMessageFile } from './files.ts'
import { afterMove, type PartMove } from './part-state.ts'
import { messageOfExternalId, type MessageSend } from './queries.ts'
import { showFiles } from '../../../../records/messages/store-queries.ts'
import { lockPart, updatePart } from '../../../../records/messages/part-queries.ts'
import type { SendPart, SendPartChange } from '../../../../records/messages/part-queries.ts'

export interface SendJob {
  access: ConnectionAccess
  writes: MessageWrites
  send: MessageSend
  thread: { id: string; externalId: string; platform: string | null }
  text: string
  /** Text of each part, by place. */
  bodies: readonly string[]
  channel?: string
}

/** Returns the part once sent or refused for good; otherwise throws the error to answer. */
export async function runPart(job: SendJob, part: SendPart): Promise<SendPart> {
  if (part.state === 'sent' || part.state === 'refused') return part
  if (part.state === 'waiting') return sendPart(job, part)
  // A part still `sending` belongs to a process that died: requests with one key run one at a time.
  const lost = part.state === 'sending' ? await tryMovePart(job, part, 'lose') : part
  if (!lost) return reloadSentPart(job, part)
  const found = await findInThread(job, lost)
  if (found.state === 'sent') return recordFound(job, found)
  const now = job.access.services.clock.now()
  if (found.settles_at !== null && found.settles_at > now) throw sendUnknownError(job, found)
  return sendPart(job, found)
}

/** undefined: another process moved it, such as a sync that found the message in its thread. */
const tryMovePart = (
  { access: { services, scope }, send }: SendJob,
  part: SendPart,
  by: PartMove,
  change: Partial<SendPartChange> = {},
): Promise<SendPart | undefined> =>
  updatePart(services.db, scope, send.id, part, { ...part, ...change, state: afterMove(part.state, by) })

async function movePart(
  job: SendJob,
  part: SendPart,
  by: PartMove,
  change?: Partial<SendPartChange>,
): Promise<SendPart> {
  const updated = await tryMovePart(job, part, by, change)
  if (updated) return updated
  throw inUse()
}

const inUse = () =>
  new ApiError('idempotency_key_in_use', 'Another request with this `Idempotency-Key` goes on with it.', {
    retry_after: 1,
  })

const filesOf = ({ send }: SendJob, part: SendPart): StoredMessageFile[] =>
  part.file_places.flatMap((place) => send.files[place] ?? [])

const bodyOf = ({ bodies }: SendJob, part: SendPart) => bodies[part.place] ?? ''

async function sendPart(job: SendJob, waiting: SendPart): Promise<SendPart> {
  const { access, writes, thread, channel } = job
  const { services } = access
  const now = services.clock.now()
  const { id: sendId } = job.send
  const kept = { sendId, place: waiting.place, conversationExternalId: thread.externalId }
  const act = await openMessageAct(access, kept)
  const part = await movePart(job, waiting, 'send', {
    attempts: waiting.attempts + 1,
    asked_at: waiting.asked_at ?? now,
    // If this process dies now, it is unknown whether the vendor was called.
    settles_at: settlesAt(now, false),
  })
  try {
    const sent = await callConnection(access, (context) =>
      writes.send(context, {
        conversationExternalId: thread.externalId,
        platform: thread.platform,
        body: bodyOf(job, part),
        ...(channel === undefined ? {} : { channel }),
        files: filesOf(job, part).map((file) => toOutgoing(services, file)),
      }),
    )
    return await recordSent(job, part, act, sent)
  } catch (error) {
    const isUndone = error instanceof ApiError || (error instanceof VendorError && isCertain(error))
    await tryMoveAct(services.db, access, act, isUndone ? 'refuse' : 'lose')
    if (error instanceof VendorError && isUndone) return recordNotSent(job, part, error)
    if (error instanceof ApiError) throw error
    return recordUnknown(job, part, error)
  }
}

/** The message certainly was not sent. */
async function recordNotSent(job: SendJob, part: SendPart, error: VendorError): Promise<SendPart> {
  const { provider } = job.access.connection
  const later = { asked_at: null, settles_at: null }
  if (error.kind === 'credentials' || error.kind === 'reauth') {
    await movePart(job, part, 'wait', later)
    throw reauthRequired(provider)
  }
  if (error.kind === 'rate_limited') {
    await movePart(job, part, 'wait', later)
    throw tooBusy(error, provider, 'what was not sent yet waits for the same key')
  }
  const said = error.vendorMessage ?? error.message
  return movePart(job, part, 'refuse', {
    refusal: error.kind === 'not_found' ? `${provider} no longer has this conversation.` : said,
  })
}

/** The outcome is unknown: the message may have been sent. */
async function recordUnknown(job: SendJob, part: SendPart, error: unknown): Promise<SendPart> {
  const { access, thread } = job
  const { services, scope } = access
  services.log.warn({ err: error, send: job.send.id }, 'a message has no known outcome')
  const answered = error instanceof VendorError && error.status !== undefined
  const change = { ...part, state: afterMove(part.state, 'lose') }
  change.settles_at = settlesAt(services.clock.now(), answered)
  const unknown = await updatePart(services.db, scope, job.send.id, part, change)
  // A sync found it in the thread meanwhile, or another request has it.
  if (!unknown) return reloadSentPart(job, part)
  // If nobody repeats the request, the sync finds it.
  await services.db
    .transaction()
    .execute((tx) => readSoon(tx, access, [{ entity: 'messages', externalId: thread.externalId }]))
  const found = await findInThread(job, unknown, error)
  if (found.state === 'sent') return recordFound(job, found)
  throw sendUnknownError(job, found, error)
}

async function reloadSentPart(job: SendJob, part: SendPart): Promise<SendPart> {
  const { services, scope } = job.access
  const held = await lockPart(services.db, scope, job.send.id, part.place)
  if (held?.state === 'sent') return recordFound(job, held)
  throw inUse()
}

/** Found in its thread, where some vendors do not show its files. */
async function recordFound(job: SendJob, part: SendPart): Promise<SendPart> {
  const { services, scope } = job.access
  const now = services.clock.now()
  const attachments = filesOf(job, part).map((file) => toStoredAttachment(services, file, now))
  await showFiles(services.db, scope, part.message_id, attachments)
  return part
}

/**
 * The part after its thread was read. Throws when the thread cannot be read to its end. `lost`: why the send just now
 * has no outcome.
 */
async function findInThread(job: SendJob, part: SendPart, lost?: unknown): Promise<SendPart> {
  const { access, send, thread } = job
  const { services, scope } = access
  let isWhole = false
  let obstacle = lost
  try {
    isWhole = await readThread(access, thread.externalId)
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    obstacle ??= error
    services.log.warn({ err: error, send: send.id }, 'a message could not be looked for')
  }
  const now = await lockPart(services.db, scope, send.id, part.place)
  if (!now) throw new Error('a part of a send is gone')
  // An incomplete search does not prove the message missing.
  if (now.state !== 'sent' && !isWhole) throw sendUnknownError(job, now, obstacle)
  return now
}

type SendAnswer = Awaited<ReturnType<MessageWrites['send']>>

/** Stores the message, its event, the sent part and the finished act in one transaction. */
async function recordSent(
  job: SendJob,
  part: SendPart,
  act: StoredAct,
  { externalId, channel, sentAt }: SendAnswer,
): Promise<SendPart> {
  const { access, send, thread } = job
  const { services, scope, connection } = access
  return services.db.transaction().execute(async (tx) => {
    const now = services.clock.now()
    // Schedules reading it as the vendor shows it. The schedule's row precedes the head, as in every transaction.
    await readSoon(tx, access, [{ entity: 'messages', externalId: thread.externalId }])
    const write = await openWrite(tx, scope, now)
    await tryMoveAct(tx, access, act, 'finish', { next_look_at: null, request: null })
    const held = await lockPart(tx, scope, send.id, part.place)
    const attachments = filesOf(job, part).map((file) => toStoredAttachment(services, file, now))
    if (held?.state === 'sent') {
      await showFiles(tx, scope, held.message_id, attachments)
      return held
    }
    const stored =
      externalId === null ? undefined : await messageOfExternalId(tx, scope, thread.id, externalId)
    if (stored !== undefined) await showFiles(tx, scope, stored, attachments)
    const travelled = channel ?? thread.platform
    const messageId =
      stored ??
      (await storeSentMessage(write, connection.id, {
        conversationExternalId: thread.externalId,
        externalId,
        channel: travelled,
        body: bodyOf(job, part),
        attachments,
        sentAt: sentAt ?? now.toISOString(),
      }))
    const updated = await updatePart(tx, scope, send.id, held ?? part, {
      ...part,
      state: afterMove(part.state, 'take'),
      external_id: externalId,
      message_id: messageId,
      channel: travelled,
    })
    if (!updated) throw new Error('a part of a send is gone')
    return updated
  })
}

function sendFailedError(
  { thread: { platform } }: SendJob,
  message: string,
  seconds: number,
  cause?: VendorError,
): ApiError {
  const channel = platform === null ? {} : { channel: platform }
  return new ApiError('message_send_failed', message, { ...channel, retry_after: seconds }, { cause })
}

/** `cause`: the vendor error that hid the outcome. A definite refusal is dropped: it would read as the message's outcome. */
function sendUnknownError(job: SendJob, { settles_at: settles }: SendPart, cause?: unknown): ApiError {
  const { services, connection } = job.access
  const left = ((settles?.getTime() ?? 0) - services.clock.now().getTime()) / 1000
  return sendFailedError(
    job,
    `${connection.provider} did not say what became of the message; it is looked for before it is sent again.`,
    Math.max(1, Math.ceil(left)),
    cause instanceof VendorError && !isCertain(cause) ? cause : undefined,
  )
}
