/** Threads are found by their beginning or by their messages. */
import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import { latestInstant, momentIn, utcInstant } from '../../connector-kit/dates.ts'
import { plainId } from '../../connector-kit/paginate.ts'
import { read } from './graphql.ts'
import type { PropertyNode } from './property-walk.ts'
import { changePage, pageIn, rangeFrom, type ChangePage, type ChangeWalk } from './walk.ts'

const [threadsAtOnce, messagesAtOnce] = [25, 50]

const pageOf = pageIn('elements')
const createdAt = (row: unknown) => momentIn(row, 'creationDateTimeUtc', utcInstant)

/** Only new messages show that a thread changed. */
const walkAt = (now: Date): ChangeWalk => ({
  partOf: (since) =>
    since === null
      ? {
          changedAt: ({ node }) => latestInstant([createdAt(node), lastWrittenAt(node)]),
          nested: {
            ofAdvertiser: 'ThreadsOfAdvertiser',
            ofProperty: 'ThreadsOfProperty',
            field: 'messageThreads',
            variables: { pageSize: threadsAtOnce, filters: {} },
            pageOf,
          },
        }
      : {
          changedAt: ({ node }: PropertyNode) => createdAt(node),
          nested: {
            ofAdvertiser: 'MessagesOfAdvertiser',
            ofProperty: 'MessagesOfProperty',
            field: 'messages',
            variables: { pageSize: messagesAtOnce, filters: { creationDateTime: rangeFrom(since, now) } },
            pageOf,
          },
        },
})

const lastWrittenAt = (thread: unknown): string | null => {
  const rows = fieldOf(fieldOf(thread, 'messages'), 'elements')
  return Array.isArray(rows) ? createdAt(rows[0]) : null
}

/** Returns each thread once on a page. */
export async function threadsPage(
  context: VendorContext,
  walk: { cursor: string | null; since: string | null },
): Promise<Omit<ChangePage, 'rows'> & { threads: unknown[] }> {
  const { rows, ...page } = await changePage(context, walkAt(context.now()), walk)
  const found = rows.map(({ node }) => (page.since === null ? node : fieldOf(node, 'messageThread')))
  const byId = new Map(found.map((thread) => [plainId(thread), thread]))
  return { ...page, threads: [...byId.values()] }
}

/** Returns null if there is no such thread. */
export async function threadOf(context: VendorContext, thread: string): Promise<unknown> {
  const { messageThread } = await read(context, 'ThreadById', { thread })
  return messageThread ?? null
}
