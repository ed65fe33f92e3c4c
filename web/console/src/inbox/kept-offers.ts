/** Ids of special offers: the API takes one back by its id, and lists none. */
import { keepEntry, useKeptEntries } from '../api/kept-entries.ts'

const prefix = 'offer:'
const keptSeconds = 30 * 86_400

export const keepOffer = (conversationId: string, offerId: string): Promise<void> =>
  keepEntry(prefix, conversationId, offerId, keptSeconds)

/** The offer that was sent last in a conversation; null if none was sent here. */
export const useKeptOffer = (conversationId: string) =>
  useKeptEntries(prefix, (entries): string | null => {
    const value = entries.find(({ key }) => key === `${prefix}${conversationId}`)?.value
    return typeof value === 'string' ? value : null
  })
