/** A migration that was cut over while somebody watches its old system. */
import { sql } from 'kysely'
import type { Migration } from '../../src/contract/migration.ts'
import { runDueWatches } from '../../src/features/migrations/watch/worker.ts'
import { errorOf } from '../connect/world.ts'
import type { TestAnswer } from '../harness/app.ts'
import { startMigrationWorld } from './world.ts'

export const minute = 60
export const hour = 3600

export interface FoundChange {
  change: string
  confirmationCode: string
  externalReservationId: string
  reservationId: string | null
  listingId: string | null
  previous: { checkIn: string } | null
}

interface Secrets {
  kept: boolean
  session: boolean
  credentials: Buffer | null
}

export const keeps = (some: Secrets[]) => some.some(({ kept, session }) => kept || session)
export const refusal = (answer: TestAnswer) => {
  const { code, message } = errorOf(answer)
  return { status: answer.status, code, message: String(message) }
}

export type WatchWorld = Awaited<ReturnType<typeof startWatchWorld>>

export async function startWatchWorld() {
  const world = await startMigrationWorld()
  const { app, simulator } = world
  const { signal } = new AbortController()
  const shown = async (id: string) => (await world.migration(id)) as unknown as Migration
  const read = async () => {
    await world.startWorker()
    await world.pass(61)
    await world.stopWorker()
  }
  const eventsOf = async (id: string, type = 'migration.watch.stay_found'): Promise<FoundChange[]> => {
    const { rows } = await sql<{ data: string }>`
      select data from events where workspace_id = ${id} and type = ${type} order by sequence`.execute(app.db)
    return rows.map(({ data }) => JSON.parse(data) as FoundChange)
  }
  const secretsIn = async (table: string, id: string) => {
    const { rows } = await sql<Secrets>`
      select credentials is not null as kept, session is not null as session, credentials from ${sql.table(table)}
      where workspace_id = ${id}`.execute(app.db)
    return rows
  }
  return {
    ...world,
    signal,
    shown,
    read,
    eventsOf,
    look: () => runDueWatches(world.services, signal),
    later: (seconds: number) => app.clock.advance(seconds * 1000),
    cutover: (id: string, body?: object) => app.post(`/v1/migrations/${id}/cutover`, body),
    rollback: (id: string) => app.post(`/v1/migrations/${id}/rollback`),
    book: (fields: object = {}) =>
      simulator.operations.createReservation(fields) as { id: number; arrivalDate: string },
    async imported(): Promise<string> {
      const id = await world.moved()
      await read()
      return id
    },
    /** What is kept of the access: with the watch, and with the connection. */
    async secrets(id: string): Promise<{ watch: Secrets[]; connection: Secrets[] }> {
      return {
        watch: await secretsIn('migration_watches', id),
        connection: await secretsIn('connections', id),
      }
    },
  }
}
