/** The operator's routes. They exist when `OPERATOR_API_KEY` is set, are unpublished, and accept no workspace key. */
import { Type } from 'typebox'
import { ChangeWorkspacePlan, WorkspacePlan, WorkspacePlanChange } from '../../../contract/operator.ts'
import { limitNames, limitsOf, type LimitName, type LimitOverrides } from '../../../contract/plans.ts'
import { listOf } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { fail, type Route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { PathId } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { changeTerms } from './change-terms.ts'
import {
  workspacesById,
  planChangesPage,
  planChangesTotal,
  changesLatestFirst,
  termsOf,
  termsPage,
  termsTotal,
  type PlanChange,
  type WorkspaceTerms,
} from './queries.ts'

const shared = { tag: 'Operator', auth: 'operator', hidden: true } as const
const params = Type.Object({ workspaceId: PathId('workspace') }, { additionalProperties: false })
/** Cursors are bound to a workspace; 0 stands for a list across all. */
const allWorkspaces = { workspaceId: '0' }

const shownBy =
  ({ config }: Pick<Services, 'config'>) =>
  ({ id, name, plan, overrides }: WorkspaceTerms): WorkspacePlan => ({
    workspaceId: id,
    name,
    plan,
    overrides: overrides as WorkspacePlan['overrides'],
    limits: limitsOf(plan, overrides, config.burstLimit),
  })

const toPlanChange = ({ changed_at, origin, before, after }: PlanChange) => ({
  changedAt: changed_at.toISOString(),
  origin,
  before: before as { plan: WorkspacePlan['plan']; overrides: WorkspacePlan['overrides'] },
  after: after as { plan: WorkspacePlan['plan']; overrides: WorkspacePlan['overrides'] },
})

const throwMissingWorkspace = (id: string): never =>
  fail(
    'not_found',
    `There is no workspace ${id} with a plan of its own.`,
    { field: 'workspaceId', value_received: id },
    {
      fix: 'Take an id of `GET /v1/operator/workspaces`. A sandbox, and a workspace made by another, has the plan of that.',
    },
  )

/** Earlier overrides stay, except those in `clear`. */
function nextOverrides(
  before: LimitOverrides,
  set: LimitOverrides,
  clear: readonly LimitName[],
): LimitOverrides {
  const kept = limitNames.filter((name) => name in before && !clear.includes(name))
  return { ...Object.fromEntries(kept.map((name) => [name, before[name]])), ...set }
}

function assertNoneTwice(set: LimitOverrides, clear: readonly LimitName[]): void {
  const both = clear.find((name) => name in set)
  if (both === undefined) return
  fail('invalid_body', `\`${both}\` is to be set and to be cleared.`, {
    field: `overrides.${both}`,
    value_received: set[both] ?? null,
  })
}

export const operatorRoutes: readonly Route<Services>[] = [
  route({
    ...shared,
    method: 'GET',
    url: '/v1/operator/workspaces',
    id: 'listWorkspacePlans',
    summary: 'List the workspaces with their plans and limits',
    query: listQuery({}, { defaultLimit: 50 }),
    reply: listOf(WorkspacePlan),
    errors: [],
    handle: (context) => {
      const { services } = context
      return listPage(
        { ...context, scope: allWorkspaces },
        {
          defaultLimit: 50,
          ordering: workspacesById,
          rows: (asked) => termsPage(services.db, asked),
          total: () => termsTotal(services.db),
          item: shownBy(services),
        },
      )
    },
  }),
  route({
    ...shared,
    method: 'GET',
    url: '/v1/operator/workspaces/:workspaceId/plan',
    id: 'getWorkspacePlan',
    summary: 'Get the plan and the limits of a workspace',
    params,
    reply: WorkspacePlan,
    errors: [],
    handle: async ({ services, params: { workspaceId } }) =>
      shownBy(services)((await termsOf(services.db, workspaceId)) ?? throwMissingWorkspace(workspaceId)),
  }),
  route({
    ...shared,
    method: 'PATCH',
    url: '/v1/operator/workspaces/:workspaceId/plan',
    id: 'changeWorkspacePlan',
    summary: 'Change the plan or limits of a workspace',
    params,
    body: ChangeWorkspacePlan,
    reply: WorkspacePlan,
    errors: [],
    handle: async ({ services, params: { workspaceId }, body, requestId, address }) => {
      const { plan, overrides: set = {}, clear = [] } = body
      assertNoneTwice(set, clear)
      const about = {
        origin: 'api',
        action: 'changeWorkspacePlan',
        now: services.clock.now(),
        requestId,
        ip: address(),
      } as const
      const after = await changeTerms(services.db, workspaceId, about, (before) => ({
        plan: plan ?? before.plan,
        overrides: nextOverrides(before.overrides, set, clear),
      }))
      return shownBy(services)(after ?? throwMissingWorkspace(workspaceId))
    },
  }),
  route({
    ...shared,
    method: 'GET',
    url: '/v1/operator/workspaces/:workspaceId/plan/changes',
    id: 'listWorkspacePlanChanges',
    summary: 'List what was changed of the plan and limits of a workspace',
    params,
    query: listQuery({}, { defaultLimit: 50 }),
    reply: listOf(WorkspacePlanChange),
    errors: [],
    handle: async (context) => {
      const {
        services,
        params: { workspaceId },
      } = context
      if (!(await termsOf(services.db, workspaceId))) throwMissingWorkspace(workspaceId)
      return listPage(
        { ...context, scope: { workspaceId } },
        {
          defaultLimit: 50,
          ordering: changesLatestFirst,
          rows: (asked) => planChangesPage(services.db, workspaceId, asked),
          total: () => planChangesTotal(services.db, workspaceId),
          item: toPlanChange,
        },
      )
    },
  }),
]
