import { known } from '../asked.ts'
import { ControlError } from '../control-error.ts'
import type { MessageProjection, RowId, WorldKinds } from './projection.ts'

export interface WorldThread<K extends WorldKinds> {
  id: RowId
  stay: K['stay']
  messages: K['message'][]
}

/** Holds the messages of stays. A thread exists from its first message on, unless it is opened before. */
export class WorldThreads<K extends WorldKinds> {
  readonly #projection: MessageProjection<K> | undefined
  readonly #nextNumber: (kind: string, first: number) => number
  readonly #byId = new Map<string, WorldThread<K>>()

  constructor(
    projection: MessageProjection<K> | undefined,
    nextNumber: (kind: string, first: number) => number,
  ) {
    this.#projection = projection
    this.#nextNumber = nextNumber
  }

  /** Adds a message; no webhook tells of it. */
  write(stay: K['stay'], message: { body: string; isIncoming: boolean; atMs: number }): K['message'] {
    const { id: threadId, messages } = this.open(stay)
    const number = this.#nextNumber('message', 0)
    const row = this.#simulated().toRow({ number, threadId, stay, ...message })
    messages.push(row)
    return row
  }

  /** Returns the thread of a stay, which may be new and empty. */
  open(stay: K['stay']): WorldThread<K> {
    const projection = this.#simulated()
    if (projection.threadIdOf(stay) === undefined)
      projection.openThread?.(stay, this.#nextNumber('thread', 0))
    const id = known(projection.threadIdOf(stay), 'the reservation has no thread')
    const thread = this.get(id) ?? { id, stay, messages: [] }
    this.#byId.set(String(id), thread)
    return thread
  }

  all(): WorldThread<K>[] {
    return [...this.#byId.values()]
  }

  get(threadId: unknown): WorldThread<K> | undefined {
    return this.#byId.get(String(threadId))
  }

  messagesIn(threadId: unknown): readonly K['message'][] {
    return this.get(threadId)?.messages ?? []
  }

  stayOf(threadId: unknown): K['stay'] | undefined {
    return this.get(threadId)?.stay
  }

  remove(stay: K['stay']): void {
    this.#byId.delete(String(this.#projection?.threadIdOf(stay)))
  }

  #simulated(): MessageProjection<K> {
    if (this.#projection !== undefined) return this.#projection
    throw new ControlError('messages of this vendor are not simulated')
  }
}
