/** A server's operator reads and changes these under `/v1/operator`. */
import { Type, type Static } from 'typebox'
import { limitNames, limitRange, planNames, type LimitName } from './plans.ts'
import { id, integer, nullable, oneOfStrings, record, text, timestamp } from './fields.ts'

const about: Record<LimitName, string> = {
  burstRequests: 'Requests of one key in any 60 seconds.',
  dailyRequests: 'Requests in a UTC day.',
  monthlyRequests: 'Requests in a calendar month.',
  dailyAiRequests: 'AI operations in a UTC day.',
  activeListings: 'Active listings.',
}

const limitField = (name: LimitName) => {
  const { least, largest } = limitRange(name)
  return name === 'burstRequests'
    ? integer(about[name], { minimum: least, maximum: largest, examples: [1200] })
    : nullable(Type.Integer({ minimum: least, maximum: largest }), {
        description: `${about[name]} Null: unlimited.`,
        examples: [5000],
      })
}

const limitFields = {
  burstRequests: limitField('burstRequests'),
  dailyRequests: limitField('dailyRequests'),
  monthlyRequests: limitField('monthlyRequests'),
  dailyAiRequests: limitField('dailyAiRequests'),
  activeListings: limitField('activeListings'),
}

const plan = oneOfStrings(planNames, { description: 'The plan.' })

const Overrides = Type.Partial(record(limitFields), {
  additionalProperties: false,
  description: 'Limits that were set for this workspace, in place of those of its plan.',
})

export const WorkspacePlan = record({
  workspaceId: id('Id of the workspace.'),
  name: text('Its name.', { examples: ['Seaside Homes'] }),
  plan,
  overrides: Overrides,
  limits: record(limitFields, { description: 'What holds: the plan’s limits, or those set instead.' }),
})
export type WorkspacePlan = Static<typeof WorkspacePlan>

export const ChangeWorkspacePlan = record(
  {
    plan: Type.Optional(plan),
    overrides: Type.Optional(Overrides),
    clear: Type.Optional(
      Type.Array(oneOfStrings(limitNames), {
        maxItems: limitNames.length,
        uniqueItems: true,
        description: 'Limits that are to be those of the plan again.',
        examples: [['dailyRequests']],
      }),
    ),
  },
  { minProperties: 1 },
)

const Terms = record({ plan, overrides: Overrides })

export const WorkspacePlanChange = record({
  changedAt: timestamp('When it was changed.', { examples: ['2026-06-15T12:00:00.000Z'] }),
  origin: oneOfStrings(['command', 'api', 'billing'], {
    description: 'By `lodgewire plans`, by this interface, or by what was bought.',
  }),
  before: Terms,
  after: Terms,
})
