/** What a dry run says of a message and its files, and what comes of it, through every PMS whose connector sends messages. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'
import type { TestAnswer } from '../harness/app.ts'
import type { Vendors } from '../harness/vendors.ts'
import { startFilePlace, type FilePlace } from './relay-world.ts'

interface MessagePart {
  attachmentIndexes: number[]
  hasText: boolean
  text: string
  sent: boolean
}
type MessageRow = Record<string, unknown> & { id: string; body: string }

/** For those that take messages. A channel has threads of its own only. */
export function filesOfVendors(vendors: Vendors): void {
  for (const { manifest, operations } of vendors) {
    if (operations.messageWrites && manifest.category === 'pms') filesOf(manifest.id)
  }
}

function filesOf(vendor: string): void {
  describe(vendor, { concurrency: false }, () => {
    let world: VendorWorld
    let files: FilePlace
    let threads: { id: string; platform: string | null }[]
    before(async () => {
      files = await startFilePlace()
      world = await startVendorWorld(vendor, { listings: 2 })
      const all = await world.app.db
        .selectFrom('conversations')
        .select(['id', 'platform'])
        .where('workspace_id', '=', world.app.workspace.id)
        .orderBy('id')
        .execute()
      threads = [...new Map(all.toReversed().map((thread) => [thread.platform, thread])).values()]
      assert.ok(threads.length > 1)
    })
    after(async () => {
      await world.close()
      await files.close()
    })

    const send = (thread: string, body: object, key?: string) =>
      world.send(
        'POST',
        `/v1/conversations/${thread}/messages${key === undefined ? '?dry_run=true' : ''}`,
        body,
        key,
      )
    const outcome = ({ status, body }: TestAnswer) => [
      status,
      status === 200 ? 'sent' : body['error']?.['code'],
      body['error']?.['field'],
    ]
    const partsOf = ({ body }: TestAnswer) =>
      ((body['parts'] ?? []) as unknown as MessagePart[]).map(({ attachmentIndexes, hasText, text }) => ({
        attachmentIndexes,
        hasText,
        text,
      }))
    const rowsOf = async (thread: string) => {
      const { body } = await world.app.get(`/v1/conversations/${thread}/messages?limit=100`)
      return body['data'] as unknown as MessageRow[]
    }

    it('does what its dry run says, whatever goes with the text', async () => {
      let number = 0
      const seen = new Set<string>()
      for (const thread of threads) {
        for (const count of [0, 1, 2, 4, 5]) {
          for (const withText of [true, false]) {
            if (count === 0 && !withText) continue
            number += 1
            const attachments = Array.from({ length: count }, () => ({ url: files.url('/a.png') }))
            const body = {
              ...(withText ? { message: `The way to the house, ${number}.` } : {}),
              ...(count === 0 ? {} : { attachments }),
            }
            const about = `${thread.platform} ${count} files ${withText ? 'with' : 'without'} text`
            const dry = await send(thread.id, body)
            const real = await send(thread.id, body, `files ${number}`)
            // Whether a thread still takes messages only its PMS knows.
            if (count === 0 && real.status !== 200) break
            assert.deepEqual(outcome(real), outcome(dry), `${about}: ${real.text}`)
            seen.add(String(outcome(real)[1]))
            if (real.status !== 200) continue
            assert.deepEqual(partsOf(real), partsOf(dry), about)
            const parts = (real.body['parts'] ?? []) as unknown as MessagePart[]
            assert.ok(
              parts.every(({ sent }) => sent),
              about,
            )
            assert.deepEqual(
              parts.flatMap(({ attachmentIndexes }) => attachmentIndexes),
              attachments.map((_, index) => index),
              about,
            )
          }
        }
      }
      assert.ok(seen.has('sent'))
    })

    it('shows a message that was sent as it is when it was read', async () => {
      const sent: {
        thread: (typeof threads)[number]
        message: string
        answer: TestAnswer
        before: MessageRow | undefined
      }[] = []
      for (const thread of threads) {
        const message = `Breakfast is at eight, ${thread.platform}.`
        const answer = await send(thread.id, { message }, `row ${thread.platform}`)
        if (answer.status !== 200) continue
        const before = (await rowsOf(thread.id)).find(({ body }) => body === message)
        sent.push({ thread, message, answer, before })
      }
      assert.ok(sent.length > 0)
      await world.pass(120)
      await world.pass(3600)
      for (const { thread, message, answer, before } of sent) {
        const found = (await rowsOf(thread.id)).filter(({ body }) => body === message)
        assert.equal(found.length, 1)
        const [now] = found
        assert.ok(before && now)
        const same = ({
          id,
          direction,
          senderType,
          channel,
          body,
          attachments,
          isAutomated,
          aiGenerated,
        }: MessageRow) => ({
          ...{ id, direction, senderType, channel, body, attachments, isAutomated, aiGenerated },
        })
        assert.deepEqual(same(now), same(before))
        assert.equal(now['senderType'], 'host')
        assert.equal(answer.body['channel'], now['channel'])
        if (thread.platform !== null) assert.ok([thread.platform, 'email'].includes(String(now['channel'])))
      }
    })

    it('names the channels of what it reads as conversations name them', async () => {
      const rows = (await Promise.all(threads.map(({ id }) => rowsOf(id)))).flat()
      const known = ['airbnb', 'booking', 'vrbo', 'website', 'email', 'sms', 'whatsapp', null]
      for (const { channel, senderType } of rows) {
        assert.ok(known.includes(channel as string), String(channel))
        assert.ok(['guest', 'host', 'system'].includes(String(senderType)), String(senderType))
      }
    })
  })
}
