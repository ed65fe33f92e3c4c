/** Parts of the webhook benchmark: workspaces with endpoints, queued events, a counting receiver and a bare loop. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { events } from '../src/contract/events.ts'
import { sampleOf } from '../src/contract/sample.ts'
import { createWebhookSecret } from '../src/features/webhooks/delivery/signature.ts'
import { createVault } from '../src/platform/crypto.ts'
import { appendEvents, notifyDeliveries, openWrite } from '../src/platform/outbox.ts'
import type { Queryable } from '../src/platform/tenant.ts'

export const workspaceCount = 20
export const perRound = 10_000
/** The worker may send ten at once to each endpoint. */
export const atOnce = workspaceCount * 10

export const clock = () => performance.timeOrigin + performance.now()
export const sample = sampleOf(events['reservation.updated'].data) as Record<string, unknown>

export interface Arrivals {
  times: number[]
  numbers: number[]
}

export async function start(
  ...args: string[]
): Promise<{ child: ChildProcess; hello: Record<string, string> }> {
  const child = fork(path.join(import.meta.dirname, 'webhooks-process.ts'), args, { stdio: 'inherit' })
  const [hello] = (await once(child, 'message')) as [Record<string, string>]
  return { child, hello }
}

/** Each workspace has one live endpoint, and nine that only have a history. */
export async function fill(db: Queryable, origin: string, keyRing: string): Promise<string[]> {
  const vault = createVault(keyRing)
  const ids: string[] = []
  for (let index = 0; index < workspaceCount; index += 1) {
    const { rows } = await sql<{ id: string }>`
      insert into workspaces (id, name) values (nextval('workspaces_id'), 'Bench') returning id`.execute(db)
    const workspaceId = rows[0]?.id ?? ''
    for (let hook = 0; hook < 10; hook += 1) {
      const id = randomUUID()
      await db
        .insertInto('webhooks')
        .values({
          workspace_id: workspaceId,
          id,
          url: `${origin}/${index}`,
          events: ['*'],
          api_version: '2026-04',
          status: hook === 0 ? 'active' : 'paused',
          secret: vault.encrypt(createWebhookSecret(), `webhook:${workspaceId}:${id}`),
          secret_key_id: vault.keyId,
          secret_masked: '',
        })
        .execute()
    }
    ids.push(workspaceId)
  }
  return ids
}

export async function emit(db: Queryable, workspaceId: string, numbers: readonly number[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const write = await openWrite(tx, { workspaceId }, new Date())
    const batch = numbers.map((number) => ({ type: 'reservation.updated', data: { ...sample, number } }))
    await appendEvents(write, batch)
  })
}

/** The receiver counts from now on; `arrivals` resolves once that many came. */
export async function expect(
  receiver: ChildProcess,
  count: number,
): Promise<{ arrivals: Promise<Arrivals> }> {
  receiver.send({ expect: count })
  await once(receiver, 'message')
  return { arrivals: once(receiver, 'message').then(([message]) => message as Arrivals) }
}

const perSecond = ({ times }: Arrivals) => times.length / ((Math.max(...times) - Math.min(...times)) / 1000)

/** Returns deliveries a second from a full queue. */
export async function drainRate(
  db: Queryable,
  receiver: ChildProcess,
  workspaces: readonly string[],
  count = perRound,
  beforeStart: () => void = () => {},
): Promise<number> {
  await sql`update webhooks set held_until = 'infinity' where status = 'active'`.execute(db)
  for (let from = 0; from < count; from += 100) {
    const numbers = Array.from({ length: 100 }, (_, index) => from + index)
    await emit(db, workspaces[(from / 100) % workspaceCount] ?? '', numbers)
  }
  const { arrivals } = await expect(receiver, count)
  beforeStart()
  await sql`update webhooks set held_until = null`.execute(db)
  await notifyDeliveries(db)
  return perSecond(await arrivals)
}

export async function bareRate(bare: ChildProcess, receiver: ChildProcess, origin: string): Promise<number> {
  const bodies = Array.from({ length: 20 }, (_, number) =>
    JSON.stringify({ event: 'reservation.updated', eventId: randomUUID(), data: { ...sample, number } }),
  )
  const { arrivals } = await expect(receiver, perRound)
  bare.send({ bodies, target: `${origin}/bare`, atOnce, count: perRound })
  return perSecond(await arrivals)
}
