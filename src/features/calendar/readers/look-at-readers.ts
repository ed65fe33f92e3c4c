/**
 * Emits an event when a reader missed its interval while sold nights stay open there, and one when that ends. Nothing
 * can be sent to a reader; only its next fetch helps.
 */
import type { ReaderKind } from '../../../contract/exposure.ts'
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import { appendEvents, openWrite, type NewEvent, type Write } from '../../../platform/outbox.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { eventOf } from '../../../records/events.ts'
import type { Services } from '../../../services.ts'
import { expectedReadAt } from './read-times.ts'
import {
  dueReaders,
  forgetLook,
  lookOf,
  putOffLook,
  storeLook,
  type ReaderLook,
  type ReaderFacts,
  type ReaderRef,
} from './look-queries.ts'
import { earliest, mergeNights, waitMs, type ExposedNight, type MergedNights } from './rules.ts'

interface ReaderState extends ReaderFacts {
  /** Coming nights sold here and open there, in order. */
  exposed: readonly string[]
}

/** A way of reading, with the readers that use it. */
export interface ReaderSource {
  kind: ReaderKind
  /** null: the reader ended. */
  read(db: Queryable, reader: ReaderRef, now: Date): Promise<ReaderState | null>
}

/** Readers come after minutes or hours, and none is looked at twice within this time. */
const everyMs = 30_000
const atOnce = 200
/** Minimum pause between looks at the readers of a workspace that sells without a break. */
const leastPauseMs = everyMs
/** Pause before a failed look is tried again. */
const putOffMs = 5 * 60_000

export type ReaderLookDeps = Pick<Services, 'db' | 'clock' | 'log' | 'config'>

interface LookFindings {
  known: ReaderLook | undefined
  state: ReaderState | null
  merged: MergedNights
}

/** Compares without storing or reporting. */
async function findExposure(
  db: Queryable,
  source: ReaderSource,
  reader: ReaderRef,
  how: { now: Date; leastMs: number },
) {
  const { now, leastMs } = how
  const known = await lookOf(db, source.kind, reader)
  const state = await source.read(db, reader, now)
  const afterMs = waitMs(state?.intervalMinutes ?? 0, leastMs)
  const merged = mergeNights(known?.nights ?? [], state?.exposed ?? [], { now, afterMs })
  return { known, state, merged } satisfies LookFindings
}

async function storeFindings(
  db: Queryable,
  source: ReaderSource,
  reader: ReaderRef,
  { known, state, merged }: LookFindings,
  now: Date,
) {
  if (!state) return forgetLook(db, source.kind, reader, known?.turn ?? 0)
  const { exposed: _exposed, ...facts } = state
  return storeLook(db, source.kind, reader, {
    ...facts,
    turn: known?.turn ?? 0,
    // A fetch requests a look only at readers known as exposed; so a newly exposed one gets a second look.
    isWantedAgain: merged.nights.length > 0 && (known?.nights ?? []).length === 0,
    nights: merged.nights,
    exposedSince: earliest(merged.nights.map(({ since: at }) => at)),
    tellAt: merged.tellAt,
    lookAfter: new Date(now.getTime() + leastPauseMs),
  })
}

/** Looks at one reader. Of two looks at once the second finds another turn and reports nothing. */
async function lookAt(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  source: ReaderSource,
  reader: ReaderRef,
): Promise<void> {
  const how = { now: clock.now(), leastMs: config.exposedAfterSeconds * 1000 }
  const first = await findExposure(db, source, reader, how)
  if (first.merged.begun.length + first.merged.ended.length === 0) {
    await storeFindings(db, source, reader, first, how.now)
    return
  }
  await db.transaction().execute(async (tx) => {
    const write = await openWrite(tx, { workspaceId: reader.workspaceId }, how.now)
    const found = await findExposure(tx, source, reader, how)
    const facts = found.state ?? found.known
    if (!facts || !(await storeFindings(tx, source, reader, found, how.now))) return
    await appendEvents(write, eventsOf(write, source.kind, reader, { ...found.merged, facts }))
  })
}

function eventsOf(
  { at }: Write,
  kind: ReaderKind,
  { readerId, listingId }: ReaderRef,
  { begun, ended, facts }: MergedNights & { facts: ReaderFacts },
): NewEvent[] {
  const { channel, name, lastReadAt, intervalMinutes } = facts
  const about = { orderKey: `listing:${listingId}`, listingId }
  const link = (nights: readonly ExposedNight[]) => ({
    ...{ listingId, channel, connectionId: null, channelListingId: null },
    reader: {
      ...{ kind, readerId, name, expectedIntervalMinutes: intervalMinutes },
      lastReadAt: lastReadAt?.toISOString() ?? null,
      expectedAt: expectedReadAt(lastReadAt ? [lastReadAt] : [], intervalMinutes),
    },
    nights: nights.map(({ date }) => date),
  })
  const occurredAt = at.toISOString()
  const since = earliest(begun.map((night) => night.since))
  const toldAt = earliest(ended.flatMap((night) => night.toldAt ?? []))
  return [
    ...(toldAt
      ? [
          eventOf('calendar.exposure_ended', {
            ...about,
            data: { ...link(ended), toldAt: toldAt.toISOString(), occurredAt },
          }),
        ]
      : []),
    ...(since
      ? [
          eventOf('calendar.exposed', {
            ...about,
            data: { ...link(begun), exposedSince: since.toISOString(), occurredAt },
          }),
        ]
      : []),
  ]
}

/** Answers how many readers were looked at. */
export async function lookAtDueReaders(
  services: ReaderLookDeps,
  sources: readonly ReaderSource[],
  most = atOnce,
): Promise<number> {
  const { db, clock, log } = services
  const doorOf = new Map(sources.map((source) => [source.kind, source]))
  const due = await dueReaders(db, { doors: [...doorOf.keys()], now: clock.now(), limit: most })
  for (const { door: kind, ...reader } of due) {
    const source = doorOf.get(kind)
    if (!source) continue
    try {
      await lookAt(services, source, reader)
    } catch (error) {
      const { workspaceId, readerId } = reader
      log.warn({ err: error, workspaceId, door: kind, reader: readerId }, 'a reader was not looked at')
      await putOffLook(db, kind, reader, new Date(clock.now().getTime() + putOffMs))
    }
  }
  return due.length
}

export function startReaderLooks(services: ReaderLookDeps, sources: readonly ReaderSource[]): BackgroundLoop {
  const { log } = services
  return startLoop({ everyMs, log, failed: 'readers could not be looked at' }, async () => {
    await lookAtDueReaders(services, sources)
  })
}
