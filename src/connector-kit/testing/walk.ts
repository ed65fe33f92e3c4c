import assert from 'node:assert/strict'
import type { VendorOperations, VendorPage, VendorContext } from '../connector.ts'
import { walk, type BoundedWalk } from '../checks/walk.ts'
import { VendorError } from '../vendor-error.ts'

// No test portfolio needs nearly as many pages, so a walk that gets here goes in circles.
const mostPages = 500

/** Follows a walk to its end, as the sync engine does. `between` runs after each page but the last. */
export async function walkAll<R>(
  page: (cursor: string | null) => Promise<VendorPage<R> & { watermark?: string | null }>,
  between: (pages: number) => Promise<void> = async () => {},
): Promise<BoundedWalk<R>> {
  let pages = 0
  const bounds = { maxRecords: Infinity, signal: new AbortController().signal }
  const walked = await walk(bounds, async (cursor) => {
    if (pages > 0) await between(pages)
    pages += 1
    if (pages > mostPages) throw new Error(`the walk did not end after ${mostPages} pages`)
    return page(cursor)
  })
  if (walked.end === 'loops') throw new Error('the walk came back to a place where it had been')
  return walked
}

/** Unwraps an operation that every PMS has, or that the caller has checked for. */
export function present<T>(operation: T | undefined): T {
  assert.ok(operation, 'the connector lacks an operation every PMS has')
  return operation
}

/** Reads every list of an account to its end. */
export function walksOf(operations: VendorOperations, context: () => VendorContext) {
  const { listings, channelLinks, reservations, conversations, messages, reviews } = operations
  return {
    listings: () => walkAll((cursor) => present(listings).page(context(), { cursor })),
    channelLinks: () => walkAll((cursor) => present(channelLinks).page(context(), { cursor })),
    reservations: (since: string | null = null) =>
      walkAll((cursor) => present(reservations).page(context(), { cursor, since })),
    conversations: (since: string | null = null) =>
      walkAll((cursor) => present(conversations).page(context(), { cursor, since })),
    messages: (conversationExternalId: string) =>
      walkAll((cursor) => present(messages).page(context(), { conversationExternalId, cursor })),
    reviews: () => walkAll((cursor) => present(reviews).page(context(), { cursor })),
  }
}

/** Returns the error of work that has to fail. */
export async function failureOf(work: Promise<unknown>): Promise<VendorError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof VendorError, `a VendorError was expected, not ${String(error)}`)
  return error
}
