/**
 * How long a key may be cached. While this process demonstrably receives notifications of changed keys, that
 * is a minute. It proves this with notifications to itself, sent when requests come in, so an idle process
 * sends none.
 */
import type pg from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import { listen, type Listener } from '../../../platform/listener.ts'
import type { Log } from '../../../platform/log.ts'

const heardMs = 60_000
/** Cache lifetime without notifications; with the time of one query it stays below a second. */
const aloneMs = 800
/** How long a proof counts, and when the next one is requested. */
const provenMs = 800
const proveEveryMs = 300

export interface KeyNotices {
  rememberMs(): number
  /** Number of notifications received so far. */
  count(): number
  /** `onChange` gets the id of the changed key; null if any may have changed. */
  listen(pool: pg.Pool, log: Log, onChange: (keyId: string | null) => void): { stop(): Promise<void> }
}

export function createKeyNotices(clock: Clock): KeyNotices {
  let listener: Listener | undefined
  let notices = 0
  let provenAt = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  let isAsking = false

  function prove(now: number): void {
    if (!listener || isAsking || now - askedAt < proveEveryMs) return
    isAsking = true
    askedAt = now
    listener
      .caughtUp()
      .then(
        () => (provenAt = now),
        () => (provenAt = Number.NEGATIVE_INFINITY),
      )
      .finally(() => (isAsking = false))
  }

  return {
    count: () => notices,
    rememberMs() {
      const now = clock.monotonicMs()
      prove(now)
      return now - provenAt < provenMs ? heardMs : aloneMs
    },
    listen(pool, log, onChange) {
      const opened = listen(pool, {
        channel: 'lodgewire_keys',
        log,
        lost: 'the connection that hears of changed keys is opened again; keys are asked for more often meanwhile',
        onNotice(said) {
          notices += 1
          if (said === null) provenAt = Number.NEGATIVE_INFINITY
          onChange(said)
        },
      })
      listener = opened
      return {
        async stop() {
          listener = undefined
          provenAt = Number.NEGATIVE_INFINITY
          await opened.stop()
        },
      }
    },
  }
}
