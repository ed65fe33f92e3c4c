import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { subscriptionRules, subscriptionStatuses } from '../../../contract/billing.ts'
import { limitNames, planNames } from '../../../contract/plans.ts'
import { soldPlans, usualGiven } from '../../../contract/sold-plans.ts'
import { applySoldPlan } from '../plans/sold-plans.ts'
import {
  retryLookAt,
  pickCountingSubscription,
  planToGive,
  nextLookAt,
  pickOpenSubscription,
  toSubscription,
  type Subscription,
} from './rules.ts'

const prices = [
  { plan: 'starter', id: 'price_1' },
  { plan: 'growth', id: 'price_2' },
] as const
const now = new Date('2026-06-15T12:00:00.000Z')
const inMs = (ms: number) => new Date(now.getTime() + ms)

const subscriptions = fc.array(
  fc.record({
    id: fc.uuid(),
    status: fc.constantFrom(...subscriptionStatuses),
    itemId: fc.constant('si_1'),
    priceId: fc.constant('price_1'),
    plan: fc.constantFrom(...soldPlans, null),
    periodEnd: fc.constant(null),
    cancelAt: fc.constant(null),
    createdAt: fc.date({ min: new Date(0), max: now, noInvalidDate: true }),
  } satisfies Record<keyof Subscription, unknown>),
  { maxLength: 6 },
)
const gives = ({ status }: Subscription) => subscriptionRules[status].gives === 'plan'

describe('subscriptions', () => {
  it('are read from what Stripe says, by the item that has a price of ours', () => {
    const said = {
      ...{
        id: 'sub_1',
        status: 'active',
        created: 1_700_000_000,
        cancel_at: null,
        cancel_at_period_end: true,
      },
      items: {
        data: [
          { id: 'si_1', price: { id: 'price_other' }, current_period_end: 1 },
          { id: 'si_2', price: { id: 'price_2' }, current_period_end: 1_800_000_000 },
        ],
      },
    }
    const end = new Date(1_800_000_000_000)
    const { itemId, plan, periodEnd, cancelAt } = toSubscription(said, prices) ?? assert.fail()
    assert.deepEqual([itemId, plan, periodEnd, cancelAt], ['si_2', 'growth', end, end])
    assert.equal(toSubscription({ ...said, status: 'new_one' }, prices), null)
    assert.equal(toSubscription({ ...said, items: { data: [] } }, prices)?.plan, null)
  })

  it('count by what they give, in whatever order they are told', () => {
    fc.assert(
      fc.property(subscriptions, (all) => {
        const counting = pickCountingSubscription(all)
        assert.deepEqual(pickCountingSubscription(all.toReversed())?.plan, counting?.plan)
        assert.equal(counting !== null && gives(counting), all.some(gives))
        const largest = Math.max(
          -1,
          ...all.filter(gives).map(({ plan }) => (plan === null ? -1 : soldPlans.indexOf(plan))),
        )
        if (counting?.plan && gives(counting)) assert.equal(soldPlans.indexOf(counting.plan), largest)
        assert.equal(
          pickOpenSubscription(all) !== null,
          all.some(({ status }) => subscriptionRules[status].isOpen),
        )
      }),
    )
  })

  it('take nothing that was not given, and give once', () => {
    fc.assert(
      fc.property(subscriptions, fc.constantFrom(...soldPlans, null), (all, before) => {
        const was = before === null ? null : usualGiven[before]
        const counting = pickCountingSubscription(all)
        const due = planToGive(counting, { was, table: usualGiven })
        if (was === null && !(counting && gives(counting))) assert.equal(due, null)
        if (due) assert.equal(planToGive(counting, { was: due, table: usualGiven }), null)
      }),
    )
  })
})

describe('what a plan gives', () => {
  const limits = fc.dictionary(fc.constantFrom(...limitNames), fc.constantFrom(1, 5, null), {
    maxKeys: 3,
    noNullPrototype: true,
  })
  const given = fc.record({ plan: fc.constantFrom(...planNames), limits })

  it('goes with it, and what the operator set stays', () => {
    fc.assert(
      fc.property(limits, given, given, (own, first, second) => {
        // Set to the same number, a limit counts as the plan's.
        fc.pre(
          Object.entries(own).every(
            ([name, value]) => first.limits[name] !== value && second.limits[name] !== value,
          ),
        )
        const without = { plan: 'free', overrides: own } as const
        const bought = applySoldPlan(without, null, first)
        assert.deepEqual([bought.plan, { ...bought.overrides, ...own }], [first.plan, bought.overrides])
        const changed = applySoldPlan(bought, first, second)
        assert.deepEqual(applySoldPlan(without, null, second), changed)
        assert.deepEqual(applySoldPlan(changed, second, { plan: 'free', limits: {} }), without)
      }),
    )
  })
})

describe('the next look', () => {
  const at = (checkoutMs: number | null, periodMs: number | null = null) =>
    nextLookAt(now, {
      checkoutAt: checkoutMs === null ? null : inMs(-checkoutMs),
      periodEnd: periodMs === null ? null : inMs(periodMs),
      cancelAt: null,
    }).getTime() - now.getTime()
  const hour = 3_600_000

  it('comes soon while somebody may be paying, and after the end of a period', () => {
    assert.deepEqual(
      [at(null), at(0), at(hour), at(10 * hour), at(26 * hour), at(null, hour), at(null, -hour)],
      [6 * hour, 30_000, 300_000, 1_800_000, 6 * hour, hour + 60_000, 6 * hour],
    )
  })

  it('comes later with each failure, and when Stripe says', () => {
    const pauses = [1, 2, 3, 4, 5, 50].map(
      (failures) => (retryLookAt(now, failures, null).getTime() - now.getTime()) / 1000,
    )
    assert.deepEqual(pauses, [5, 30, 120, 600, 1800, 1800])
    assert.deepEqual(retryLookAt(now, 1, 60), inMs(60_000))
    assert.deepEqual(retryLookAt(now, 1, 1e9), inMs(hour))
  })
})
