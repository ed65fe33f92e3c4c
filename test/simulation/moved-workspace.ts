/** The workspace into which the old account is taken over, as the one who moves uses it. */
import { setTimeout as pause } from 'node:timers/promises'
import type { History } from '../history/history.ts'
import { readEventLog } from '../history/last-look.ts'
import { stayLine, lastNameOf, type OldStay } from './old-pms.ts'
import type { ClientAnswer, SimulatedWorld } from './world.ts'

/** A stay as the workspace shows it. */
interface TakenStay {
  guestName: string
  checkIn: string
  checkOut: string
  status: string
}

interface ShownMigration {
  state: string
  watch?: { state: string; until: string; sources: { lastLookedAt: string | null }[] }
}

export const lookAgainMs = 2_000
const migrating = { purpose: 'migrate', redirectUrl: 'https://app.example.com/moved' }
const watchNews = 'migration.watch.stay_found'

export class MovedWorkspace {
  /** Null until the move has begun. */
  id: string | null = null
  readonly #world: SimulatedWorld
  readonly #observed: History
  #rehearsals = 0

  constructor(world: SimulatedWorld, observed: History) {
    this.#world = world
    this.#observed = observed
  }

  async begin(): Promise<void> {
    const begun = await this.done('POST', '/v1/connect', { ...migrating, workspace: { name: 'Old' } }, 'move')
    this.id = String(begun['workspaceId'])
    const { credentials } = this.#world.simulators.smoobu
    // The vendor may fail meanwhile, and an answer may be lost, so the owner signs in until the account is there.
    for (let sessionId = String(begun['sessionId']); ;) {
      await this.#world.call('POST', '/v1/connect/smoobu/credentials', { sessionId, credentials })
      if ((await this.migration()).state !== 'awaiting_connection') return
      await pause(lookAgainMs)
      const again = await this.#call('POST', '/v1/connect', migrating)
      sessionId = String(again.body['sessionId'])
    }
  }

  async migration(): Promise<ShownMigration> {
    return (await this.done('GET', this.#path())).data as ShownMigration
  }

  async importAgain(): Promise<void> {
    const { state } = await this.migration()
    // It is refused while one runs.
    if (state !== 'importing') await this.#world.call('POST', `${this.#path()}/import`, {})
  }

  /** A list of a hundred is the whole. */
  async stays(): Promise<TakenStay[]> {
    const { body } = await this.#call('GET', '/v1/reservations?limit=100')
    return body['data'] as TakenStay[]
  }

  lines = async (): Promise<string[]> => (await this.stays()).map(takenLine).toSorted()

  /** Rehearses with a list of what the old system should hold. Returns what is still open; null if nothing keeps anybody from going. */
  async rehearse(listed: readonly Pick<OldStay, 'id' | 'arrival' | 'departure'>[]): Promise<string[] | null> {
    const reservations = listed.map(({ id, arrival, departure }) => ({
      ...{ confirmationCode: String(id), checkIn: arrival, checkOut: departure },
    }))
    const key = `rehearsal ${(this.#rehearsals += 1)}`
    const { data } = await this.done('POST', `${this.#path()}/rehearsal`, { reservations }, key)
    const { go, items } = data as { go: boolean; items: { code: string; status: string }[] }
    return go
      ? null
      : items.flatMap(({ code, status }) => (status === 'done' ? [] : [`${code} is ${status}`]))
  }

  cutOver(body: object, key: string): Promise<ClientAnswer> {
    return this.#world.call('POST', `${this.#path()}/cutover`, body, { 'idempotency-key': key })
  }

  rollBack(key: string): Promise<ClientAnswer> {
    return this.#world.call('POST', `${this.#path()}/rollback`, undefined, { 'idempotency-key': key })
  }

  /** What the watch told of: the change and the old system's id of the stay. */
  async watchedChanges(): Promise<string[]> {
    const found: string[] = []
    const read = async <T>(path: string) => {
      const { body } = await this.#call('GET', path)
      for (const { type, data } of body['data'] as { type: string; data: Record<string, unknown> }[])
        if (type === watchNews)
          found.push(`${String(data['change'])} ${String(data['externalReservationId'])}`)
      return body as T
    }
    await readEventLog({ read })
    return found
  }

  /** How many rows hold something that opens the old system. */
  async heldSecrets(): Promise<number> {
    const secrets = (table: string) =>
      `select from ${table} where workspace_id = $1 and (credentials is not null or session is not null)`
    const text = `${secrets('connections')} union all ${secrets('migration_watches')}`
    return (await this.#world.parts.control.query(text, [this.id])).length
  }

  #path = () => `/v1/migrations/${this.id}`

  #call(method: string, path: string, body?: object): Promise<ClientAnswer> {
    return this.#world.call(method, path, body, { 'x-workspace-id': this.id ?? '' }, this.#observed)
  }

  /** Throws unless it was done. */
  async done(method: string, path: string, body?: object, key?: string): Promise<Record<string, unknown>> {
    const more = key === undefined ? undefined : { 'idempotency-key': key }
    const answer = await this.#world.call(method, path, body, more)
    if (answer.status < 300) return answer.body
    throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  }
}

const takenLine = ({ guestName, checkIn, checkOut, status }: TakenStay) =>
  stayLine(lastNameOf(guestName), checkIn, checkOut, status === 'cancelled')
