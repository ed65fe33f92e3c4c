import { refuse } from '../kit/server.ts'
import type { Account } from './account.ts'
import { forbidden } from './answers.ts'
import type { Engine } from './engine.ts'
import { cut } from './lists.ts'
import { messageView, threadView } from './inbox-view.ts'
import { propertyView, showIn } from './property-view.ts'

const usualPage = 10
const largestPage = 100

/** Resolves the schema's queries. */
export function queries(account: Account, engine: Engine): object {
  const { store } = account
  return {
    property: ({ id, idSource }: { id: string; idSource?: string | null }) => {
      engine.count('Query.property')
      if (store.foreign.has(id)) refuse(forbidden)
      const property = store.propertyBy(id, idSource ?? 'EXPEDIA')
      return property === undefined ? null : propertyView(property, account, engine)
    },

    messageThread: ({ id }: { id: string }) => {
      engine.count('Property.messaging')
      const thread = account.inbox.threads.get(id)
      return thread === undefined ? null : threadView(thread, account, showIn(account, engine))
    },

    message: ({ id }: { id: string }) => {
      engine.count('Property.messaging')
      const message = account.inbox.messages.get(id)
      return message === undefined ? null : messageView(message, account, showIn(account, engine))
    },

    propertiesByAdvertiser: (request: { id: string; cursor?: string | null; pageSize?: number | null }) => {
      if (request.id !== store.advertiserId) refuse(forbidden)
      const homes = [...store.properties.values()]
      const size = Math.min(request.pageSize ?? usualPage, largestPage)
      const { page, next } = cut(homes, { after: request.cursor, size })
      return {
        cursor: next,
        totalCount: homes.length,
        elements: page.map((property) => propertyView(property, account, engine)),
      }
    },
  }
}
