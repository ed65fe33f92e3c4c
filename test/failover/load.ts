/** People who read and book all the time through two servers, and repeat a booking with its key until it is answered. */
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../harness/until.ts'
import type { ServerProcess } from '../harness/server-process.ts'
import type { FailoverHome, FailoverWorld } from './world.ts'

const againAfterMs = 250
const firstDay = 40
/** A request without an answer for so long hangs. */
const hangsMs = 60_000

export interface LoadAnswer {
  server: number
  what: string
  at: number
  ms: number
  /** 0 when the connection broke. */
  status: number
  code: string | undefined
  message: string | undefined
  hasRetryAfter: boolean
}

export interface BookedStay {
  /** The guest's last name and the key of the request. */
  name: string
  home: FailoverHome
  night: string
  /** Null where the PMS had booked when the primary was lost, so the server could not write it down. */
  id: string | null
  /** When it was acknowledged. */
  at: number
}

export interface FailoverLoad {
  answers: LoadAnswer[]
  booked: BookedStay[]
  stop(): Promise<void>
}

const reads = ['/v1/reservations?limit=20', '/v1/listings', '/v1/guests?limit=20', '/v1/conversations']

export const dayOf = (n: number) => String(Temporal.Now.plainDateISO('UTC').add({ days: firstDay + n }))

/** `firstNight` keeps the nights of two loads apart. */
export function startLoad({ servers, homes, history }: FailoverWorld, firstNight = 0): FailoverLoad {
  const answers: LoadAnswer[] = []
  const booked: BookedStay[] = []
  let isOver = false

  async function ask(at: number, method: string, path: string, body?: unknown, key?: string) {
    const { baseUrl, keys } = servers[at] as ServerProcess
    const began = performance.now()
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${keys.liveKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(hangsMs),
    }).catch(() => null)
    const text = (await response?.text().catch(() => null)) ?? '{}'
    const answer = JSON.parse(text) as { id?: string; error?: { code: string; message: string } }
    const ms = performance.now() - began
    const status = response?.status ?? 0
    const hasRetryAfter = response?.headers.has('retry-after') === true
    answers.push({
      server: at,
      what: `${method} ${path}`,
      at: began,
      ms,
      status,
      code: answer.error?.code,
      message: answer.error?.message,
      hasRetryAfter,
    })
    return { status, answer }
  }

  async function read(at: number): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      await ask(at, 'GET', reads[turn % reads.length] ?? '/')
      await pause(20)
    }
  }

  /** Books every second night, and asks again with the same key until the answer is a booking. */
  async function book(at: number, home: FailoverHome): Promise<void> {
    for (let n = firstNight; !isOver; n += 2) {
      const [name, night] = [`Guest-${home.id}-${n}`, dayOf(n)]
      const body = {
        ...{ listingId: home.id, checkIn: night, checkOut: dayOf(n + 1), adults: 1 },
        guest: { firstName: 'Fail', lastName: name },
        ...(home.sold === null ? { totalPrice: 100 } : {}),
      }
      for (;;) {
        const { status, answer } = await ask(at, 'POST', '/v1/reservations', body, name)
        const atPmsOnly = answer.error?.code === 'reservation_created_in_pms_only'
        if (status === 201 || atPmsOnly) {
          booked.push({ name, home, night, id: answer.id ?? null, at: performance.now() })
          break
        }
        // What was asked for is asked for until it is answered, also when the load is over.
        if (status === 422 || status === 400) throw new Error(`${name}: ${status} ${JSON.stringify(answer)}`)
        await pause(againAfterMs)
      }
      await pause(home.sold === null ? 400 : 50)
    }
  }

  const working = [
    ...servers.map((_, at) => history.as(`reader ${at}`, () => read(at))),
    ...homes.map((home, index) => history.as(`booker ${index}`, () => book(index % servers.length, home))),
  ]
  const failed = Promise.all(working)
  failed.catch(() => {})
  return {
    answers,
    booked,
    async stop() {
      isOver = true
      const began = performance.now()
      const over = { now: false }
      void failed.finally(() => (over.now = true)).catch(() => {})
      await until('the last bookings to be answered', () => over.now).catch((error: unknown) => {
        const late = answers.filter(({ at }) => at > began).map((one) => JSON.stringify(one))
        throw new Error(`${(error as Error).message}; answers meanwhile:\n${late.slice(-20).join('\n')}`)
      })
      await failed
    },
  }
}
