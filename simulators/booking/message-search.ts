import type { Account } from './account.ts'
import type { Inbox, InboxMessage } from './inbox.ts'

export interface MessageSearchBody {
  property_id?: number
  after?: string
  before?: string
}

const workMs = 2000
const keptMs = 48 * 3_600_000

/** Searches take a while, and their results are kept for two days. */
export class MessageSearches {
  readonly #account: Account
  readonly #inbox: Inbox
  readonly #jobs = new Map<string, { wanted: MessageSearchBody; startedMs: number }>()

  constructor(account: Account, inbox: Inbox) {
    this.#account = account
    this.#inbox = inbox
  }

  start(search: MessageSearchBody): string {
    const id = this.#inbox.uuid()
    this.#jobs.set(id, { wanted: search, startedMs: this.#account.nowMs() })
    return id
  }

  result(id: string): InboxMessage[] | 'running' | undefined {
    const job = this.#jobs.get(id)
    const age = this.#account.nowMs() - (job?.startedMs ?? 0)
    if (job === undefined || age > keptMs) return undefined
    if (age < workMs) return 'running'
    const { property_id, after, before } = job.wanted
    const [from, to] = [
      after === undefined ? 0 : Date.parse(after),
      before === undefined ? Infinity : Date.parse(before),
    ]
    return this.#inbox.messages().filter(({ conversationId, sentMs }) => {
      const propertyId = this.#inbox.conversations.get(conversationId)?.propertyId ?? 0
      if (!this.#account.isConnected(propertyId)) return false
      return (property_id === undefined || property_id === propertyId) && sentMs >= from && sentMs <= to
    })
  }
}
