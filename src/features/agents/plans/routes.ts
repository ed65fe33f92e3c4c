import { Type } from 'typebox'
import { Plan, PlanConfirmBody, PlanConfirmed, PlanCreateBody } from '../../../contract/agent-plan.ts'
import { listOf, uuid } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { route } from '../../route.ts'
import { confirmPlan, missingPlan } from './confirm-plan.ts'
import { makePlan, toPlan } from './make-plan.ts'
import { planRow, planRows, plansNewestFirst, planTotal } from './queries.ts'

const tag = 'Plans'
const params = Type.Object({ id: uuid('Id of the plan.') }, { additionalProperties: false })

export const planRoutes = [
  route({
    method: 'GET',
    url: '/v1/plans',
    id: 'listPlans',
    family: 'plans',
    ofListings: 'narrows',
    tag,
    summary: 'List plans',
    description: 'Planned writes of the last week, newest first, of every key.',
    query: listQuery({}, { defaultLimit: 20 }),
    reply: listOf(Plan),
    errors: [],
    handle: (context) => {
      const { services, scope } = context
      const now = services.clock.now()
      return listPage(context, {
        defaultLimit: 20,
        ordering: plansNewestFirst,
        rows: (page) => planRows(services.db, scope, page),
        total: () => planTotal(services.db, scope),
        item: (row) => toPlan(row, now),
      })
    },
  }),
  route({
    method: 'POST',
    url: '/v1/plans',
    id: 'createPlan',
    family: 'plans',
    ofListings: 'narrows',
    ofPlans: true,
    tag,
    summary: 'Plan a write',
    description:
      'Answers what a write would do and a token that confirms it within ten minutes. Nothing is carried out. The key needs the scope of the operation as well.',
    body: PlanCreateBody,
    reply: Plan,
    status: 201,
    answersTo: 'key',
    errors: ['plan_refused', 'agent_limit_exceeded'],
    handle: (context) => makePlan(context, context.body),
  }),
  route({
    method: 'GET',
    url: '/v1/plans/:id',
    id: 'getPlan',
    family: 'plans',
    ofListings: 'narrows',
    tag,
    summary: 'Get a plan',
    params,
    reply: Plan,
    errors: [],
    handle: async ({ services, scope, params: { id } }) => {
      const plan = await planRow(services.db, scope, id)
      if (!plan) throw missingPlan(id)
      return toPlan(plan, services.clock.now())
    },
  }),
  route({
    method: 'POST',
    url: '/v1/plans/:id/confirm',
    id: 'confirmPlan',
    family: 'plans',
    ofListings: 'narrows',
    ofPlans: true,
    tag,
    summary: 'Confirm a plan',
    description:
      'Carries the plan out once, if nothing that it rests on changed. A repeated confirmation answers the first one again. Only the key that made the plan confirms it.',
    params,
    body: PlanConfirmBody,
    reply: PlanConfirmed,
    errors: ['plan_stale', 'plan_expired', 'plan_refused', 'plan_unfinished', 'agent_limit_exceeded'],
    handle: (context) => confirmPlan(context, context.params.id, context.body.token),
  }),
]
