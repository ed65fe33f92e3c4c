/**
 * Which documents this process rendered, and of which writes: what is marked the same need not be rendered to know that it is
 * the same. Not kept in the database: another release may render otherwise.
 */
import type { Scope } from '../../platform/tenant.ts'
import type { Kind } from './feed/facts.ts'

export interface KnownDocument {
  mark: string
  etag: string
  isActive: boolean
}

interface Feed {
  accountId: string
  kind: Kind
}

/** Some 400 bytes each; beyond it those that were rendered first are forgotten. */
const most = 100_000

export class KnownDocuments {
  readonly #documents = new Map<string, KnownDocument>()

  get(scope: Scope, feed: Feed, listingId: string): KnownDocument | undefined {
    return this.#documents.get(keyOf(scope, feed, listingId))
  }

  set(scope: Scope, feed: Feed, listingId: string, document: KnownDocument): void {
    const key = keyOf(scope, feed, listingId)
    this.#documents.delete(key)
    this.#documents.set(key, document)
    const [first] = this.#documents.keys()
    if (this.#documents.size > most && first !== undefined) this.#documents.delete(first)
  }
}

const keyOf = ({ workspaceId }: Scope, { accountId, kind }: Feed, listingId: string) =>
  [workspaceId, accountId, kind, listingId].join(' ')
