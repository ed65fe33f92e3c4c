/**
 * How long a key may be remembered. The database tells of every change of a key; while this process is known to hear it, a key
 * is remembered for a minute. That it hears is proven again and again by a notice to itself, asked for by the requests that
 * come in: no request waits for it, and a process without requests asks for nothing.
 */
import type pg from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import { listen, type Listener } from '../../../platform/listener.ts'
import type { Log } from '../../../platform/log.ts'

const heardMs = 60_000
/** Where nothing is known to be heard. With the time of one question it stays below a second. */
const aloneMs = 800
/** As long a proof counts, and after how long the next is asked for. */
const provenMs = 800
const proveEveryMs = 300

export interface KeyNotices {
  rememberMs(): number
  /** How many notices came so far. */
  count(): number
  /** `onChange` is given the id of the key that changed; null: any may have. */
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
