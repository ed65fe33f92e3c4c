/** On this page one person is guest, host and extranet user, and sees the same nights everywhere. */
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import {
  acts,
  atServer,
  Impossible,
  look,
  type Act,
  type Doors,
  type Home,
  type SeenNights,
} from './places.ts'
import { Watch } from './watch.ts'

export interface StageOptions extends Doors {
  homes: readonly Home[]
  port?: number
}

export interface Stage {
  url: string
  close(): Promise<void>
}

/** 45 days ahead no channel's notice period is in the way. */
const [firstNight, shownNights] = [45, 14]
const lookEveryMs = 400

export async function startStage({ homes, port = 0, ...doors }: StageOptions): Promise<Stage> {
  const watch = new Watch()
  const today = Temporal.Now.plainDateISO('UTC')
  const [from, to] = [firstNight, firstNight + shownNights - 1].map((days) => String(today.add({ days })))
  const span = [from ?? '', to ?? ''] as const
  const homeOf = (index: number): Home => homes[index] ?? fail(`no home ${index}`)
  let isOver = false

  const nightsSeen = async (home: number): Promise<SeenNights> => {
    const nights = await look(doors, homeOf(home), ...span)
    watch.see(home, nights, Date.now())
    return nights
  }
  const looking = (async () => {
    while (!isOver) {
      const { waitsFor } = watch
      // A server or channel that fails is asked again at the next round.
      if (waitsFor !== undefined) await nightsSeen(waitsFor).catch(() => {})
      await pause(lookEveryMs)
    }
  })()

  const app = fastify({ forceCloseConnections: true })
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Impossible ? 409 : 500).send({ error: String((error as Error).message) }),
  )
  const page = readFileSync(path.join(import.meta.dirname, 'page.html'), 'utf8')
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get<{ Querystring: { home?: string } }>('/now', async ({ query }) => {
    const home = Number(query.home ?? 0)
    const [nights, stays] = await Promise.all([nightsSeen(home), staysOf(doors, homeOf(home), span)])
    return { homes: homes.map(({ name }) => name), nights, stays, entries: watch.entries }
  })
  app.post<{ Body: Act & { home: number } }>('/act', async ({ body: { home, ...act } }) => {
    const perform = acts[act.act] ?? fail(`nobody can do ${act.act}`)
    const sinceMs = Date.now()
    const words = await perform(doors, homeOf(home), act)
    watch.note(words, act, home, sinceMs)
    return { words }
  })
  await app.listen({ host: '127.0.0.1', port })
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async close() {
      isOver = true
      await Promise.all([app.close(), looking])
    },
  }
}

function fail(words: string): never {
  throw new Impossible(words)
}

interface ShownStay {
  id: string
  source: string
  status: string
  checkIn: string
  checkOut: string
  conflictsWith: unknown[]
}

/** Returns the stays as the server has them. */
async function staysOf(
  doors: Doors,
  { listingId }: Home,
  [from, to]: readonly [string, string],
): Promise<object[]> {
  const query = new URLSearchParams({ listingId, limit: '50', checkInFrom: from, checkInTo: to })
  const { data } = (await atServer(doors, 'GET', `/v1/reservations?${query}`)) as unknown as {
    data: ShownStay[]
  }
  return data
}
