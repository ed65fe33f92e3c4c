/** Agents write by plans: what a plan says, who agrees to it, and that it is carried out once. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AgentLimits } from '../../src/contract/agent-limits.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { planSpace } from '../plans/space.ts'
import { connectAgent, eras, rowsOf, type AgentPerson, type AnswerRow, type Era } from './agent-client.ts'

const kinds = ['booking', 'change', 'cancellation', 'prices', 'closure', 'message'] as const
const everything: AgentLimits = { kinds: [...kinds], writes_per_day: 1_000 }
const week = { check_in: '2026-07-01', check_out: '2026-07-04', first_name: 'Ada', email: 'ada@example.com' }

describe('plans of agents', () => {
  let app: TestApp
  let url: string
  before(async () => {
    app = await startTestApp({ env: { BURST_LIMIT: '100000' } })
    url = await app.listen()
  })
  after(() => app.close())

  async function newSpace(limits: AgentLimits = everything) {
    const own = await planSpace(app)
    const key = await own.agentKey(limits)
    return { own, key, listing_id: String(own.listing) }
  }
  const connect = (key: string, options: { era?: Era; person?: AgentPerson } = {}) =>
    connectAgent({ url, key }, options)
  const proofOf = ({ plan_id, token }: AnswerRow) => ({ plan_id, token })

  for (const era of eras)
    it(`book, change prices and cancel, each only when confirmed (${era})`, async () => {
      const { own, key, listing_id } = await newSpace()
      const agent = await connect(key, { era })
      const booking = await agent.use('plan_booking', { listing_id, ...week, guests: 2 })
      assert.equal(booking.isError, false, booking.text)
      assert.match(String(booking.answer['summary']), /Book listing/)
      assert.equal(booking.answer['money'], '300 EUR')
      assert.equal(await own.stays(), 0)
      const booked = await agent.use('confirm_plan', proofOf(booking.answer))
      assert.deepEqual([booked.answer['status'], booked.answer['repeated']], ['done', false], booked.text)
      assert.equal(await own.stays(), 1)
      const prices = await agent.use('plan_prices', { listing_id, dates: ['2026-07-10'], price: 150 })
      assert.equal(await own.price('2026-07-10'), 100)
      assert.equal((await agent.use('confirm_plan', proofOf(prices.answer))).isError, false)
      assert.equal(await own.price('2026-07-10'), 150)
      const [stay] = rowsOf((await agent.use('find_stays')).answer, 'stays')
      const cancelling = await agent.use('plan_cancellation', {
        reservation_id: stay?.['id'],
        reason: 'Flood',
      })
      assert.equal((await agent.use('confirm_plan', proofOf(cancelling.answer))).isError, false)
      const [after] = rowsOf((await agent.use('find_stays')).answer, 'stays')
      assert.equal(after?.['status'], 'cancelled')
      const lines = rowsOf((await own.get('/v1/audit?limit=100')).body)
      for (const action of ['createPlan', 'confirmPlan']) {
        const written = lines.filter((line) => line['action'] === action)
        assert.equal(written.length, 3, action)
        assert.ok(written.every(({ actor }) => (actor as AnswerRow)['name'] === 'agent'))
      }
      await agent.close()
    })

  it('ask the person where the client can, and do nothing without an agreement', async () => {
    const { own, key, listing_id } = await newSpace()
    const questions: string[] = []
    let action: 'accept' | 'decline' = 'decline'
    const person = (question: string) => {
      questions.push(question)
      return action
    }
    const agent = await connect(key, { person })
    const plan = await agent.use('plan_booking', { listing_id, ...week })
    const declined = await agent.use('confirm_plan', proofOf(plan.answer))
    assert.deepEqual([declined.isError, declined.answer['code']], [true, 'declined_by_person'])
    assert.equal(await own.stays(), 0)
    assert.match(questions[0] ?? '', /Book listing .* 2026-07-01[\s\S]*Money: 300 EUR/)
    action = 'accept'
    const booked = await agent.use('confirm_plan', proofOf(plan.answer))
    assert.equal(booked.isError, false, booked.text)
    assert.equal(await own.stays(), 1)
    await agent.close()
  })

  it('are carried out once however often they are confirmed', async () => {
    const { own, key, listing_id } = await newSpace()
    const agent = await connect(key)
    const { answer } = await agent.use('plan_booking', { listing_id, ...week })
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => agent.use('confirm_plan', proofOf(answer))),
    )
    assert.deepEqual(
      outcomes.map(({ isError }) => isError),
      outcomes.map(() => false),
      outcomes.map(({ text }) => text).join('\n'),
    )
    assert.equal(outcomes.filter((outcome) => outcome.answer['repeated'] === false).length, 1)
    assert.equal(await own.stays(), 1)
    await agent.close()
  })

  it('of two agents for the same nights end with one booking', async () => {
    const { own, key, listing_id } = await newSpace()
    const otherKey = await own.agentKey(everything)
    const agents = await Promise.all([connect(key), connect(otherKey)])
    const plans = await Promise.all(agents.map((agent) => agent.use('plan_booking', { listing_id, ...week })))
    const outcomes = await Promise.all(
      agents.map((agent, at) => agent.use('confirm_plan', proofOf(plans[at]?.answer ?? {}))),
    )
    assert.equal(
      outcomes.filter(({ isError }) => !isError).length,
      1,
      outcomes.map(({ text }) => text).join('\n'),
    )
    const refused = outcomes.find(({ isError }) => isError)
    assert.match(String(refused?.answer['code']), /plan_stale|plan_refused/)
    assert.equal(await own.stays(), 1)
    await Promise.all(agents.map((agent) => agent.close()))
  })

  it('lapse after ten minutes, and are no use with another token, key or workspace', async () => {
    const { own, key, listing_id } = await newSpace()
    const agent = await connect(key)
    const { answer } = await agent.use('plan_booking', { listing_id, ...week })
    const codeOf = async (proof: Record<string, unknown>, who = agent) =>
      (await who.use('confirm_plan', proof)).answer['code']
    assert.equal(await codeOf({ ...proofOf(answer), token: 'guessed' }), 'not_found')
    const colleague = await connect(await own.agentKey(everything))
    assert.equal(await codeOf(proofOf(answer), colleague), 'not_found')
    const stranger = await connect((await newSpace()).key)
    assert.equal(await codeOf(proofOf(answer), stranger), 'not_found')
    app.clock.advance(11 * 60_000)
    assert.equal(await codeOf(proofOf(answer)), 'plan_expired')
    assert.equal(await own.stays(), 0)
    await Promise.all([agent, colleague, stranger].map((one) => one.close()))
  })

  it('are refused at the confirmation when something changed', async () => {
    const { own, key, listing_id } = await newSpace()
    const agent = await connect(key)
    const { answer } = await agent.use('plan_closure', {
      listing_id,
      dates: ['2026-07-01'],
      available: false,
    })
    app.clock.advance(2_000)
    const changed = await own.send('PUT', `/v1/availability/${own.listing}`, {
      dates: ['2026-07-01'],
      price: 90,
    })
    assert.equal(changed.status, 200, changed.text)
    const outcome = await agent.use('confirm_plan', proofOf(answer))
    assert.equal(outcome.answer['code'], 'plan_stale')
    assert.ok(outcome.answer['fix'])
    await agent.close()
  })

  it('need a key made for agents, within its limits', async () => {
    const { own, listing_id } = await newSpace()
    const plain = await connect(own.liveKey)
    const { answer } = await plain.use('plan_booking', { listing_id, ...week })
    const refused = await plain.use('confirm_plan', proofOf(answer))
    assert.deepEqual([refused.answer['code'], refused.answer['field']], ['forbidden', 'agent_limits'])
    const poor = await connect(
      await own.agentKey({
        kinds: ['booking'],
        writes_per_day: 1,
        money_per_write: { amount: 200, currency: 'EUR' },
      }),
    )
    assert.equal(
      (await poor.use('plan_booking', { listing_id, ...week })).answer['code'],
      'agent_limit_exceeded',
    )
    const closure = { listing_id, dates: ['2026-07-01'], available: false }
    assert.equal((await poor.use('plan_closure', closure)).answer['code'], 'agent_limit_exceeded')
    assert.equal(await own.stays(), 0)
    await Promise.all([plain.close(), poor.close()])
  })
})
