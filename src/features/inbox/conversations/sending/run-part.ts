/** One message of a send: given to the vendor once, and looked for in its thread before it could ever be given again. */
import { VendorError } from '../../../../connector-kit/vendor-error.ts'
import type { MessageWrites } from '../../../../connector-kit/message-write-operations.ts'
import { ApiError } from '../../../../platform/api-error.ts'
import { openWrite } from '../../../../platform/outbox.ts'
import { isCertain, reauthRequired, tooBusy } from '../../../../upstream/errors.ts'
import { settlesAt } from '../../../../upstream/acts/searches.ts'
import { callConnection, type ConnectionAccess } from '../../../../upstream/access.ts'
import { readSoon, readThread, storeSentMessage } from '../../../sync/public.ts'
import { tryMoveAct, type StoredAct } from '../../../../upstream/acts/public.ts'
import { openMessage } from './act.ts'
import { toOutgoing, toStoredAttachment, type KeptFile } from './files.ts'
import { afterMove, type PartMove } from './part-state.ts'
import {
  lockPart,
  messageOfExternalId,
  showFiles,
  updatePart,
  type Part,
  type PartChange,
  type Send,
} from './queries.ts'

export interface SendJob {
  access: ConnectionAccess
  writes: MessageWrites
  send: Send
  thread: { id: string; externalId: string; platform: string | null }
  text: string
  /** What each part says, by its place. */
  bodies: readonly string[]
  channel?: string
}

/** Sent, or refused for good, when this returns; else throws what to answer. */
export async function runPart(job: SendJob, part: Part): Promise<Part> {
  if (part.state === 'sent' || part.state === 'refused') return part
  if (part.state === 'waiting') return give(job, part)
  // Of one that is being sent the process died: requests with one key run one after the other.
  const lost = part.state === 'sending' ? await move(job, part, 'lose') : part
  if (!lost) return seenMeanwhile(job, part)
  const found = await look(job, lost)
  if (found.state === 'sent') return seen(job, found)
  const now = job.access.services.clock.now()
  if (found.settles_at !== null && found.settles_at > now) throw stillUnknown(job, found)
  return give(job, found)
}

/** undefined: somebody else has moved it, as the sync does that sees the message in its thread. */
const move = (
  { access: { services, scope }, send }: SendJob,
  part: Part,
  by: PartMove,
  change: Partial<PartChange> = {},
): Promise<Part | undefined> =>
  updatePart(services.db, scope, send.id, part, { ...part, ...change, state: afterMove(part.state, by) })

async function moved(job: SendJob, part: Part, by: PartMove, change?: Partial<PartChange>): Promise<Part> {
  const updated = await move(job, part, by, change)
  if (updated) return updated
  throw inUse()
}

const inUse = () =>
  new ApiError('idempotency_key_in_use', 'Another request with this `Idempotency-Key` goes on with it.', {
    retry_after: 1,
  })

const filesOf = ({ send }: SendJob, part: Part): KeptFile[] =>
  part.file_places.flatMap((place) => send.files[place] ?? [])

const bodyOf = ({ bodies }: SendJob, part: Part) => bodies[part.place] ?? ''

async function give(job: SendJob, waiting: Part): Promise<Part> {
  const { access, writes, thread, channel } = job
  const { services } = access
  const now = services.clock.now()
  const { id: sendId } = job.send
  const kept = { sendId, place: waiting.place, conversationExternalId: thread.externalId }
  const act = await openMessage(access, kept)
  const part = await moved(job, waiting, 'send', {
    attempts: waiting.attempts + 1,
    asked_at: waiting.asked_at ?? now,
    // Should this process die now, nobody knows whether the vendor heard of it.
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
    return await record(job, part, act, sent)
  } catch (error) {
    const isUndone = error instanceof ApiError || (error instanceof VendorError && isCertain(error))
    await tryMoveAct(services.db, access, act, isUndone ? 'refuse' : 'lose')
    if (error instanceof VendorError && isUndone) return notTaken(job, part, error)
    if (error instanceof ApiError) throw error
    return lost(job, part, error)
  }
}

/** Nothing went out, for sure. */
async function notTaken(job: SendJob, part: Part, error: VendorError): Promise<Part> {
  const { provider } = job.access.connection
  const later = { asked_at: null, settles_at: null }
  if (error.kind === 'credentials' || error.kind === 'reauth') {
    await moved(job, part, 'wait', later)
    throw reauthRequired(provider)
  }
  if (error.kind === 'rate_limited') {
    await moved(job, part, 'wait', later)
    throw tooBusy(error, provider, 'what was not sent yet waits for the same key')
  }
  const said = error.vendorMessage ?? error.message
  return moved(job, part, 'refuse', {
    refusal: error.kind === 'not_found' ? `${provider} no longer has this conversation.` : said,
  })
}

/** No word of what became of it: it may well have gone out. */
async function lost(job: SendJob, part: Part, error: unknown): Promise<Part> {
  const { access, thread } = job
  const { services, scope } = access
  services.log.warn({ err: error, send: job.send.id }, 'a message has no known outcome')
  const answered = error instanceof VendorError && error.status !== undefined
  const change = { ...part, state: afterMove(part.state, 'lose') }
  change.settles_at = settlesAt(services.clock.now(), answered)
  const unknown = await updatePart(services.db, scope, job.send.id, part, change)
  // The sync has seen it in the thread meanwhile, or another request has it.
  if (!unknown) return seenMeanwhile(job, part)
  // Should nobody ask again, the sync finds it.
  await services.db
    .transaction()
    .execute((tx) => readSoon(tx, access, [{ entity: 'messages', externalId: thread.externalId }]))
  const found = await look(job, unknown, error)
  if (found.state === 'sent') return seen(job, found)
  throw stillUnknown(job, found, error)
}

async function seenMeanwhile(job: SendJob, part: Part): Promise<Part> {
  const { services, scope } = job.access
  const held = await lockPart(services.db, scope, job.send.id, part.place)
  if (held?.state === 'sent') return seen(job, held)
  throw inUse()
}

/** Found in its thread, where not every vendor shows the files that came with it. */
async function seen(job: SendJob, part: Part): Promise<Part> {
  const { services, scope } = job.access
  const now = services.clock.now()
  const attachments = filesOf(job, part).map((file) => toStoredAttachment(services, file, now))
  await showFiles(services.db, scope, part.message_id, attachments)
  return part
}

/** As it is after its thread was read. Throws when the thread cannot be read to its end. `lost`: what became of sending it just now. */
async function look(job: SendJob, part: Part, lost?: unknown): Promise<Part> {
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
  // What could not be looked at was not missing.
  if (now.state !== 'sent' && !isWhole) throw stillUnknown(job, now, obstacle)
  return now
}

type Taken = Awaited<ReturnType<MessageWrites['send']>>

/** In one transaction: the message, its event, and that this part is sent and its act done. */
async function record(
  job: SendJob,
  part: Part,
  act: StoredAct,
  { externalId, channel, sentAt }: Taken,
): Promise<Part> {
  const { access, send, thread } = job
  const { services, scope, connection } = access
  return services.db.transaction().execute(async (tx) => {
    const now = services.clock.now()
    // How the vendor shows it, when it was read. The schedule's row comes before the head, as in every transaction.
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

function failed(
  { thread: { platform } }: SendJob,
  message: string,
  seconds: number,
  cause?: VendorError,
): ApiError {
  const channel = platform === null ? {} : { channel: platform }
  return new ApiError('message_send_failed', message, { ...channel, retry_after: seconds }, { cause })
}

/** `cause`: the answer of the vendor that told nothing. One that it takes no more calls would be taken for what became of the message. */
function stillUnknown(job: SendJob, { settles_at: settles }: Part, cause?: unknown): ApiError {
  const { services, connection } = job.access
  const left = ((settles?.getTime() ?? 0) - services.clock.now().getTime()) / 1000
  return failed(
    job,
    `${connection.provider} did not say what became of the message; it is looked for before it is sent again.`,
    Math.max(1, Math.ceil(left)),
    cause instanceof VendorError && !isCertain(cause) ? cause : undefined,
  )
}
