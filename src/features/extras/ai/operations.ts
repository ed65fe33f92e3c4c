/** The operations of `POST /v1/ai`: their input, the records they read, their prompt and their result. */
import { Type, type Static, type TSchema } from 'typebox'
import { intents, type AiInput, type AiOperationName, type AiResult } from '../../../contract/ai.ts'
import type { KeyScope } from '../../../contract/key-scopes.ts'
import { decimalsOf } from '../../../connector-kit/minor-units.ts'
import {
  gatherConversation,
  gatherListing,
  gatherNight,
  gatherReview,
  type SubjectSource,
  type ModelSubject,
} from './gather-subject.ts'

const confidence = Type.Number({ minimum: 0, maximum: 1 })
const answered = <P extends Record<string, TSchema>>(fields: P) =>
  Type.Object({ ...fields, confidence }, { additionalProperties: false })
const words = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })

type ShownResult = Pick<AiResult, 'result' | 'confidence' | 'currency'>

export interface AiOperation {
  needs: readonly (keyof AiInput)[]
  takes?: readonly (keyof AiInput)[]
  /** The scope a key also needs, because the answer shows these records. */
  reads: KeyScope
  schema: TSchema
  gather(gathering: SubjectSource, input: AiInput): Promise<ModelSubject>
  show(value: unknown, subject: ModelSubject): ShownResult
}

interface AiOperationDefinition<S extends TSchema> extends Omit<AiOperation, 'schema' | 'show'> {
  schema: S
  show(value: Static<S>, subject: ModelSubject): ShownResult
}
const operation = <S extends TSchema>(definition: AiOperationDefinition<S>): AiOperation =>
  definition as unknown as AiOperation

export const operations: Record<AiOperationName, AiOperation> = {
  'respond-to-guest': operation({
    needs: ['conversationId'],
    reads: 'conversations:read',
    schema: answered({ reply: words(5000) }),
    gather: (g, { conversationId = '' }) => gatherConversation(g, String(conversationId)),
    show: ({ reply, confidence: sure }) => ({ result: reply, confidence: sure }),
  }),
  'classify-intent': operation({
    needs: ['conversationId'],
    reads: 'conversations:read',
    schema: answered({ intent: Type.Enum([...intents]) }),
    gather: (g, { conversationId = '' }) => gatherConversation(g, String(conversationId)),
    show: ({ intent, confidence: sure }) => ({ result: intent, confidence: sure }),
  }),
  'generate-listing': operation({
    needs: ['listingId'],
    takes: ['style'],
    reads: 'listings:read',
    schema: answered({ description: words(10_000) }),
    gather: (g, { listingId = '', style = 'warm' }) => gatherListing(g, String(listingId), style),
    show: ({ description, confidence: sure }) => ({ result: description, confidence: sure }),
  }),
  'review-response': operation({
    needs: ['reviewId'],
    reads: 'reviews:read',
    schema: answered({ response: words(5000) }),
    gather: (g, { reviewId = '' }) => gatherReview(g, String(reviewId)),
    show: ({ response, confidence: sure }) => ({ result: response, confidence: sure }),
  }),
  'price-suggestion': operation({
    needs: ['listingId', 'date'],
    reads: 'calendar:read',
    schema: answered({ price: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 }) }),
    gather: (g, { listingId = '', date = '' }) => gatherNight(g, String(listingId), date),
    show: ({ price, confidence: sure }, { currency = 'EUR' }) => ({
      result: price.toFixed(decimalsOf(currency)),
      currency,
      confidence: sure,
    }),
  }),
}
