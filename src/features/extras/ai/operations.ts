/** The operations of `POST /v1/ai`, each by what it needs, what it may read, what it asks and what it shows. */
import { Type, type Static, type TSchema } from 'typebox'
import { intents, type AiInput, type AiOperationName, type AiResult } from '../../../contract/ai.ts'
import type { KeyScope } from '../../../contract/key-scopes.ts'
import { decimalsOf } from '../../../connector-kit/minor-units.ts'
import { ofConversation, ofListing, ofNight, ofReview, type Gathering, type Subject } from './gather.ts'

const confidence = Type.Number({ minimum: 0, maximum: 1 })
const answered = <P extends Record<string, TSchema>>(fields: P) =>
  Type.Object({ ...fields, confidence }, { additionalProperties: false })
const words = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })

type Shown = Pick<AiResult, 'result' | 'confidence' | 'currency'>

export interface Operation {
  needs: readonly (keyof AiInput)[]
  takes?: readonly (keyof AiInput)[]
  /** What a key has to be allowed beside the operation: its records show in the answer. */
  reads: KeyScope
  schema: TSchema
  gather(gathering: Gathering, input: AiInput): Promise<Subject>
  show(value: unknown, subject: Subject): Shown
}

interface Definition<S extends TSchema> extends Omit<Operation, 'schema' | 'show'> {
  schema: S
  show(value: Static<S>, subject: Subject): Shown
}
const operation = <S extends TSchema>(definition: Definition<S>): Operation =>
  definition as unknown as Operation

export const operations: Record<AiOperationName, Operation> = {
  'respond-to-guest': operation({
    needs: ['conversationId'],
    reads: 'conversations:read',
    schema: answered({ reply: words(5000) }),
    gather: (g, { conversationId = '' }) => ofConversation(g, String(conversationId)),
    show: ({ reply, confidence: sure }) => ({ result: reply, confidence: sure }),
  }),
  'classify-intent': operation({
    needs: ['conversationId'],
    reads: 'conversations:read',
    schema: answered({ intent: Type.Enum([...intents]) }),
    gather: (g, { conversationId = '' }) => ofConversation(g, String(conversationId)),
    show: ({ intent, confidence: sure }) => ({ result: intent, confidence: sure }),
  }),
  'generate-listing': operation({
    needs: ['listingId'],
    takes: ['style'],
    reads: 'listings:read',
    schema: answered({ description: words(10_000) }),
    gather: (g, { listingId = '', style = 'warm' }) => ofListing(g, String(listingId), style),
    show: ({ description, confidence: sure }) => ({ result: description, confidence: sure }),
  }),
  'review-response': operation({
    needs: ['reviewId'],
    reads: 'reviews:read',
    schema: answered({ response: words(5000) }),
    gather: (g, { reviewId = '' }) => ofReview(g, String(reviewId)),
    show: ({ response, confidence: sure }) => ({ result: response, confidence: sure }),
  }),
  'price-suggestion': operation({
    needs: ['listingId', 'date'],
    reads: 'calendar:read',
    schema: answered({ price: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 }) }),
    gather: (g, { listingId = '', date = '' }) => ofNight(g, String(listingId), date),
    show: ({ price, confidence: sure }, { currency = 'EUR' }) => ({
      result: price.toFixed(decimalsOf(currency)),
      currency,
      confidence: sure,
    }),
  }),
}
