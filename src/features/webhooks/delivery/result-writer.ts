/**
 * Writes results in batches: the next batch gathers while one is written, and a moment longer if nobody
 * waits. A statement costs as much as twenty results.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { readDatabaseFault } from '../../../platform/database-fault.ts'
import type { Log } from '../../../platform/log.ts'
import type { SettledAttempt } from './settle-queries.ts'

export interface ResultWriter {
  /** Resolves when the result is written or given up. */
  add(settled: SettledAttempt): Promise<void>
  /** Stops waiting for an unreachable database; claims expire and other processes take over. */
  hurry(): void
}

const batchSize = 200
/** A batch gathers for this long or up to this size. */
const gatherMs = 10
const enough = 100
const troublePauseMs = 500

interface QueuedResult {
  settled: SettledAttempt
  done: () => void
}

/** Classes 22 and 23: the row itself is invalid (its workspace was deleted, say), so a retry is pointless. */
const isAboutTheRow = (error: unknown) => /^2[23]/.test(readDatabaseFault(error)?.code ?? '')

export function createResultWriter(
  write: (settled: SettledAttempt[]) => Promise<void>,
  log: Log,
): ResultWriter {
  const queue: QueuedResult[] = []
  let writing = false
  let hurried = false
  let isWaitedFor = false
  let gathering: NodeJS.Timeout | undefined

  const giveUp = (waiting: QueuedResult, error: unknown) => {
    log.error({ err: error, deliveryId: waiting.settled.claimed.deliveryId }, 'a result was not written down')
    waiting.done()
  }

  async function writeAll(batch: QueuedResult[]): Promise<void> {
    try {
      await write(batch.map(({ settled }) => settled))
      for (const { done } of batch) done()
    } catch (error) {
      if (isAboutTheRow(error)) {
        const [only, ...others] = batch
        if (only && others.length === 0) return giveUp(only, error)
        for (const one of batch) await writeAll([one])
      } else if (hurried) {
        for (const one of batch) giveUp(one, error)
      } else {
        log.warn({ err: error }, 'results of deliveries wait for the database')
        queue.unshift(...batch)
        await pause(troublePauseMs)
      }
    }
  }

  async function run(): Promise<void> {
    clearTimeout(gathering)
    gathering = undefined
    writing = true
    isWaitedFor = false
    await writeAll(queue.splice(0, batchSize))
    writing = false
    begin()
  }

  function begin(): void {
    if (writing || queue.length === 0) return
    if (isWaitedFor || hurried || queue.length >= enough) void run()
    else gathering ??= setTimeout(() => void run(), gatherMs)
  }

  return {
    add: (settled) =>
      new Promise((done) => {
        queue.push({ settled, done })
        isWaitedFor ||= waitsFor(settled)
        begin()
      }),
    hurry() {
      hurried = true
      begin()
    },
  }
}

/** A failed attempt holds its endpoint's slot, and a chain's next delivery waits, until it is written. */
const waitsFor = ({ outcome, claimed }: SettledAttempt) =>
  outcome !== 'accepted' || claimed.orderKey !== null || claimed.event.purpose !== null
