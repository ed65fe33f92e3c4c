import { known } from '../asked.ts'
import { ControlError } from '../control-error.ts'
import type { MessageProjection, RowId, WorldKinds } from './projection.ts'

export interface WorldThread<K extends WorldKinds> {
  id: RowId
  stay: K['stay']
  messages: K['message'][]
}

/** Holds the messages of stays. A thread exists from its first message on. */
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
    const projection = this.#projection
    if (projection === undefined) throw new ControlError('messages of this vendor are not simulated')
    if (projection.threadIdOf(stay) === undefined)
      projection.openThread?.(stay, this.#nextNumber('thread', 0))
    const threadId = known(projection.threadIdOf(stay), 'the reservation has no thread')
    const row = projection.toRow({ number: this.#nextNumber('message', 0), threadId, stay, ...message })
    const thread = this.#byId.get(String(threadId)) ?? { id: threadId, stay, messages: [] }
    this.#byId.set(String(threadId), thread)
    thread.messages.push(row)
    return row
  }

  all(): WorldThread<K>[] {
    return [...this.#byId.values()]
  }

  messagesIn(threadId: unknown): readonly K['message'][] {
    return this.#byId.get(String(threadId))?.messages ?? []
  }

  stayOf(threadId: unknown): K['stay'] | undefined {
    return this.#byId.get(String(threadId))?.stay
  }

  remove(stay: K['stay']): void {
    this.#byId.delete(String(this.#projection?.threadIdOf(stay)))
  }
}
