/**
 * Measures changes through the API, of one workspace and of eight: how many a second, and what one costs. One
 * workspace commits its changes one after the other, so it is compared with eight that do not wait for each other.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashApiKey } from '../src/platform/crypto.ts'
import type { Queryable } from '../src/platform/tenant.ts'
import { median, type Bench, type Result } from './bench.ts'
import {
  changeKinds,
  fillForChanges,
  sendChanges,
  type ChangedWorkspace,
  type ChangeKind,
} from './changes-load.ts'
import { startMeasured } from './measured-server.ts'
import { postmasterOf, processorOf } from './processor.ts'

const rounds = 3
const seconds = 4
const together = 8

interface ChangeFigures {
  perSecond: number
  /** Microseconds for one change. */
  server: number
  database: number
}

interface ChangeGround {
  one: readonly ChangedWorkspace[]
  eight: readonly ChangedWorkspace[]
  measure(kind: ChangeKind, workspaces: readonly ChangedWorkspace[], clients: number): Promise<ChangeFigures>
}

export async function insertWorkspaceKey(db: Queryable): Promise<string> {
  const key = `sk_live_${randomBytes(20).toString('hex')}`
  await sql`
    with made as (
      insert into workspaces (id, name, plan, contact_confirmed)
      values (live_id(nextval('workspaces_id')), 'Bench', 'custom', true) returning id
    ) insert into api_keys (workspace_id, mode, prefix, hash) select id, 'live', 'sk_live_', ${hashApiKey(key)} from made`.execute(
    db,
  )
  return key
}

function measureOf(server: number, database: number): ChangeGround['measure'] {
  return async (kind, workspaces, clients) => {
    const before = [processorOf(server), processorOf(database)] as const
    const { count, perSecond } = await sendChanges(kind, workspaces, { clients, seconds })
    return {
      perSecond,
      server: (processorOf(server) - before[0]) / count,
      database: (processorOf(database) - before[1]) / count,
    }
  }
}

const middle = (found: readonly ChangeFigures[]): ChangeFigures => {
  const of = (name: keyof ChangeFigures) => median(found.map((one) => one[name]))
  return { perSecond: of('perSecond'), server: of('server'), database: of('database') }
}

const texts: Record<ChangeKind, string> = {
  guest: 'changes of a guest',
  nights: 'prices set for two nights',
  booking: 'bookings of a night',
}

/** A change that waits for others must not cost much more than one that does not. */
const mostForWaiting = 1.8
/** More clients of one workspace than it can serve at a time must not make it slower. */
const leastOfCrowd = 0.6

async function measureKind(kind: ChangeKind, { one, eight, measure }: ChangeGround): Promise<Result[]> {
  const loads = {
    alone: () => measure(kind, one, 1),
    waiting: () => measure(kind, one, together),
    crowd: () => measure(kind, one, together * 4),
    apart: () => measure(kind, eight, together),
  }
  // The statements are prepared and the plans settled before anything counts.
  await loads.waiting()
  await loads.apart()
  const found = { alone: [], waiting: [], crowd: [], apart: [] } as Record<
    keyof typeof loads,
    ChangeFigures[]
  >
  for (let round = 0; round < rounds; round += 1) {
    found.alone.push(await loads.alone())
    found.waiting.push(await loads.waiting())
    found.crowd.push(await loads.crowd())
    found.apart.push(await loads.apart())
  }
  const [alone, waiting, crowd, apart] = [
    middle(found.alone),
    middle(found.waiting),
    middle(found.crowd),
    middle(found.apart),
  ]
  const shown = ({ perSecond, server, database }: ChangeFigures) =>
    `${perSecond.toFixed(0)} a second for ${server.toFixed(0)} µs of the server's processor and ${database.toFixed(0)} µs of PostgreSQL's`
  return [
    {
      label: `${texts[kind]}: processor time with ${together} clients in one workspace, to that in ${together} workspaces`,
      ratio: (waiting.server + waiting.database) / (apart.server + apart.database),
      atMost: mostForWaiting,
      detail: `${shown(waiting)}; in ${together} workspaces ${shown(apart)}`,
    },
    {
      label: `${texts[kind]}: how many a second with ${together * 4} clients in one workspace, to ${together}`,
      ratio: crowd.perSecond / waiting.perSecond,
      atLeast: leastOfCrowd,
      detail: `${shown(crowd)}; with one client ${shown(alone)}`,
    },
  ]
}

export const changesBench: Bench = async ({ url, database: { kysely: db }, show }) => {
  const server = await startMeasured('full-server.ts', url)
  try {
    const measure = measureOf(server.child.pid ?? 0, await postmasterOf(url))
    const workspaces: ChangedWorkspace[] = []
    for (let n = 0; n <= together; n += 1)
      workspaces.push(await fillForChanges(server.origin, await insertWorkspaceKey(db)))
    await sql`vacuum analyze`.execute(db)
    const ground = { one: workspaces.slice(0, 1), eight: workspaces.slice(1), measure }
    for (const kind of changeKinds) show(await measureKind(kind, ground))
    return []
  } finally {
    server.stop()
  }
}
