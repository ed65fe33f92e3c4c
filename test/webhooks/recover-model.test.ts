/** Random walks of a subscription that is paused, fails and is recovered, each recovery compared with a model. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { deliveriesOf, emit } from './events.ts'

interface ModelEvent {
  sequence: number
  at: number
  isWanted: boolean
  orderKey: string | null
  /** Undefined while nothing was queued for it. */
  delivery?: 'open' | 'failed once' | 'exhausted' | 'succeeded'
}

const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('emit' as const),
      isWanted: fc.boolean(),
      orderKey: fc.constantFrom('one', 'two', null),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      which: fc.nat(20),
      as: fc.constantFrom('failed once', 'exhausted', 'succeeded' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('switch' as const), status: fc.constantFrom('active', 'paused') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('recover' as const), isByTime: fc.boolean(), back: fc.nat(12) }),
  },
)

describe('recovering a subscription', () => {
  let app: TestApp
  before(async () => {
    app = await startTestApp({ now: '2026-06-15T12:00:00.000Z', env: { BURST_LIMIT: '1000000' } })
  })
  after(() => app.close())

  for (const ordered of [false, true])
    it(`queues what failed and what was missed, and nothing else${ordered ? ', in order' : ''}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(command, { maxLength: 30 }), async (commands) => {
          const { live: scope, liveKey: key } = await app.addWorkspace()
          const now = () => app.clock.now().getTime()
          const events: ModelEvent[] = []
          let status = 'active'
          const append = async (isWanted: boolean, orderKey: string | null, isQueued: boolean) => {
            await emit(app, scope, [
              {
                type: isWanted ? 'reservation.created' : 'guest.updated',
                ...(orderKey === null ? {} : { orderKey }),
              },
            ])
            events.push({
              sequence: events.length + 1,
              at: now(),
              isWanted,
              orderKey,
              ...(isQueued && isWanted ? { delivery: 'open' } : {}),
            })
          }
          await append(true, 'one', false)
          app.clock.advance(1)
          const made = await app.post(
            '/v1/webhooks',
            { url: 'https://example.com/recovered', events: ['reservation.*'], ordered },
            { key },
          )
          assert.equal(made.status, 201, made.text)
          const id = String(made.body['id'])
          const createdAt = now()

          for (const step of commands) {
            if (step.do === 'wait') app.clock.advance(1_000)
            if (step.do === 'emit') await append(step.isWanted, step.orderKey, status === 'active')
            if (step.do === 'switch') {
              const answer = await app.call('PATCH', `/v1/webhooks/${id}`, {
                key,
                body: { status: step.status },
              })
              assert.equal(answer.status, 200, answer.text)
              status = step.status
            }
            if (step.do === 'settle') {
              const pending = (await deliveriesOf(app.db, scope, id)).filter(
                ({ state }) => state === 'pending',
              )
              const chosen = pending[step.which % Math.max(1, pending.length)]
              if (!chosen) continue
              const event = events[Number(chosen.event_sequence) - 1]
              assert.ok(event)
              event.delivery = step.as
              await app.db
                .updateTable('deliveries')
                .set(
                  step.as === 'failed once'
                    ? { failures: 1 }
                    : {
                        state: step.as,
                        finished_at: app.clock.now(),
                        failures: step.as === 'succeeded' ? 0 : 8,
                      },
                )
                .where('workspace_id', '=', scope.workspaceId)
                .where('id', '=', chosen.id)
                .execute()
            }
            if (step.do !== 'recover') continue
            const since = step.isByTime ? now() - step.back * 500 : Math.max(0, events.length - step.back)
            const from = step.isByTime
              ? (events.find(({ at }) => at >= since)?.sequence ?? events.length + 1)
              : Math.max(1, since)
            const answer = await app.post(
              `/v1/webhooks/${id}/recover`,
              { since: step.isByTime ? new Date(since).toISOString() : since },
              { key },
            )
            if (status === 'paused') {
              assert.equal(answer.body['error']?.['code'], 'invalid_state')
              continue
            }
            const asked = events.filter(({ sequence }) => sequence >= from)
            const failed = asked.filter(
              ({ delivery }) => delivery === 'exhausted' || delivery === 'failed once',
            )
            const missed = asked.filter(
              ({ delivery, isWanted, at }) => !delivery && isWanted && at >= createdAt,
            )
            assert.deepEqual(answer.body as object, {
              id,
              fromSequence: from,
              toSequence: Math.max(events.length, from - 1),
              retried: failed.length,
              added: missed.length,
              hasMore: false,
            })
            for (const event of [...failed, ...missed]) event.delivery = 'open'
            const rows = await deliveriesOf(app.db, scope, id)
            const isOpen = ({ delivery }: ModelEvent) => delivery === 'open' || delivery === 'failed once'
            const first = (orderKey: string) => events.find((one) => one.orderKey === orderKey && isOpen(one))
            assert.deepEqual(
              rows.map(({ event_sequence, state }) => [Number(event_sequence), state]),
              events
                .filter(({ delivery }) => delivery)
                .map((event) => {
                  const waits = ordered && event.orderKey !== null && first(event.orderKey) !== event
                  return [event.sequence, isOpen(event) ? (waits ? 'waiting' : 'pending') : event.delivery]
                }),
            )
          }
        }),
        { numRuns: 30 },
      )
    })
})
