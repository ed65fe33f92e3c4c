/** AI operations take and answer these, and report their use. */
import { Type, type Static } from 'typebox'
import { flag, id, integer, integerOrNull, oneOfStrings, record, text, timestamp } from './fields.ts'
import { bodyId, stayDate } from './body-fields.ts'
import { ListingContent } from './listing-expansions.ts'
import { planNames } from './plans.ts'

export const aiOperationNames = [
  'respond-to-guest',
  'classify-intent',
  'generate-listing',
  'review-response',
  'price-suggestion',
] as const
export type AiOperationName = (typeof aiOperationNames)[number]

export const aiStyles = ['warm', 'professional', 'concise'] as const
const Style = oneOfStrings(aiStyles, { description: 'How it is written; `warm` when left out.' })

export const intents = [
  'booking_question',
  'change_request',
  'cancellation',
  'check_in',
  'amenity_question',
  'problem',
  'payment',
  'thanks',
  'other',
] as const

/** Body of `POST /v1/ai`. */
export const AiBody = record({
  operation: oneOfStrings(aiOperationNames, { description: 'What is to be done.' }),
  input: record(
    {
      conversationId: Type.Optional(
        bodyId('For `respond-to-guest` and `classify-intent`: the conversation.'),
      ),
      listingId: Type.Optional(bodyId('For `generate-listing` and `price-suggestion`: the listing.')),
      reviewId: Type.Optional(bodyId('For `review-response`: the review.')),
      date: Type.Optional(stayDate('For `price-suggestion`: the night, from today on.')),
      style: Type.Optional(Style),
    },
    {
      description:
        'Which records it is about. The texts and figures are read here: no field takes any from outside.',
    },
  ),
})
export type AiBody = Static<typeof AiBody>
export type AiInput = AiBody['input']

const used = {
  operationId: text('Id of the operation, as its event names it.', { examples: ['op_0197f2c4'] }),
  model: text('The model that answered, as its service calls it.', { examples: ['gpt-5-mini'] }),
  tokensUsed: integer('Tokens it took, in and out, all tries together.', { minimum: 0, examples: [412] }),
}

/** Answer of `POST /v1/ai`. */
export const AiResult = record({
  ...used,
  operation: oneOfStrings(aiOperationNames, { description: 'What was done.' }),
  result: text(
    'A text; of `classify-intent` the label; of `price-suggestion` the price of the night as a decimal number.',
    { examples: ['You are welcome from 15:00.'] },
  ),
  currency: Type.Optional(text('Of `price-suggestion`: the currency of the price.', { examples: ['EUR'] })),
  confidence: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'How sure the model says it is, from 0 to 1. Nothing here measures whether it is right.',
    examples: [0.8],
  }),
})
export type AiResult = Static<typeof AiResult>

/** Body of `POST /v1/listings/{id}/generate-content`. */
export const GenerateContentBody = record({
  photos: Type.Optional(
    Type.Array(Type.String({ format: 'uri', maxLength: 2000 }), {
      maxItems: 8,
      description:
        'Pictures of the listing that the model is to look at, by their address. Only its own; the model has to be one that sees.',
    }),
  ),
  style: Type.Optional(Style),
  persist: Type.Optional(
    Type.Boolean({
      description: 'Whether title, summary and description are written to the listing. True when left out.',
    }),
  ),
})
export type GenerateContentBody = Static<typeof GenerateContentBody>

/** Answer of `POST /v1/listings/{id}/generate-content`. */
export const GeneratedContent = record({
  listingId: id('The listing.'),
  persisted: flag(
    'Whether the listing has these texts now. False as well where the PMS that keeps it does not take them.',
  ),
  content: ListingContent,
  operationId: used.operationId,
})
export type GeneratedContent = Static<typeof GeneratedContent>

const counted = (subject: string) =>
  record({
    used: integer(`${subject} today.`, { minimum: 0 }),
    limit: integerOrNull('How many a UTC day may have; null: unlimited.'),
    remaining: integerOrNull('How many are left; null: unlimited.'),
  })

/** Answer of `GET /v1/agent/quota`. */
export const AgentQuota = record({
  tier: oneOfStrings(planNames, { description: 'The plan.' }),
  calls: counted('AI operations, reported ones included,'),
  tokens: counted('Tokens, reported ones included,'),
  resetAt: timestamp('When the day ends, in UTC.'),
})
export type AgentQuota = Static<typeof AgentQuota>

const tokens = (description: string) => Type.Integer({ minimum: 0, maximum: 1_000_000_000, description })

/** Body of `POST /v1/agent/usage`. */
export const AgentUsageBody = record({
  request_id: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[\\x21-\\x7e]+$',
    description: 'What the caller calls the use. The same one counts once.',
    examples: ['call-7f3a'],
  }),
  tokens_in: tokens('Tokens that were sent.'),
  tokens_out: tokens('Tokens that came back.'),
  model: Type.String({ minLength: 1, maxLength: 200, description: 'The model.', examples: ['gpt-5-mini'] }),
  latency_ms: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 86_400_000, description: 'How long it took.' }),
  ),
  fallback: Type.Optional(Type.Boolean({ description: 'Whether another model had to step in.' })),
  project_id: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_.-]{1,100}$',
      description: 'What the caller calls its project.',
    }),
  ),
})
export type AgentUsageBody = Static<typeof AgentUsageBody>

/** Answer of `POST /v1/agent/usage`. */
export const AgentUsageRecorded = record({
  requestId: text('The use, as the caller calls it.'),
  recorded: flag('False: it was counted before, and nothing changed.'),
})
export type AgentUsageRecorded = Static<typeof AgentUsageRecorded>
