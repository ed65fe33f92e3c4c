/** Sends a message in the named conversation. It cannot be taken back, so it is sent once. */
import { randomBytes } from 'node:crypto'
import type { ConversationRecord } from '../../contract/records.ts'
import { offered } from '../../connector-kit/checks/check.ts'
import type { CertificationCheck, CertificationRun } from '../../connector-kit/checks/check.ts'
import { found } from '../../connector-kit/checks/findings.ts'
import { walk } from '../../connector-kit/checks/walk.ts'
import { attemptOnce } from './write-order.ts'
import type { WriteOrder } from './write-order.ts'

export const messageCheck = (order: WriteOrder): CertificationCheck => ({
  id: 'write.message',
  title: 'A message in the conversation that was named is sent once and stands there',
  needs: ({ conversations, messages, messageWrites }) =>
    conversations !== undefined && messages !== undefined && messageWrites !== undefined,
  async run(run) {
    if (order.message === null) return { skip: 'not_asked' }
    const conversation = await namedConversation(run, order, order.message)
    if (conversation === null) return { findings: found('no_conversation', 1), figures: {} }
    const { externalId, platform } = conversation
    const body = `Lodgewire certification ${randomBytes(5).toString('hex')}: nothing is to be done.`
    order.say('Sending a message. It cannot be taken back.')
    run.bounds.signal.throwIfAborted()
    let times = 0
    const findings = await attemptOnce(
      order,
      () =>
        offered(run.connector.operations.messageWrites).send(order.context, {
          ...{ conversationExternalId: externalId, platform, body, files: [] },
        }),
      async () => {
        times = await timesIn(run, order, externalId, body)
        return times > 0
      },
    )
    return { findings: [...findings, ...found('written_twice', times > 1 ? 1 : 0)], figures: {} }
  },
})

async function namedConversation(
  run: CertificationRun,
  order: WriteOrder,
  id: string,
): Promise<ConversationRecord | null> {
  const listed = run.seen.conversations?.records.find(({ externalId }) => externalId === id)
  if (listed !== undefined) return listed
  return (await run.connector.operations.conversations?.one?.(order.context, id)) ?? null
}

async function timesIn(
  run: CertificationRun,
  order: WriteOrder,
  thread: string,
  body: string,
): Promise<number> {
  const messages = offered(run.connector.operations.messages)
  // A stop does not end this check, since the person must learn what became of the message.
  const bounds = { ...run.bounds, signal: new AbortController().signal }
  const { records } = await walk(bounds, (cursor) =>
    messages.page(order.context, { conversationExternalId: thread, cursor }),
  )
  return records.filter((message) => message.body.includes(body)).length
}
