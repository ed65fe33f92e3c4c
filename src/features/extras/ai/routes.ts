import { AiBody, AiResult, type AiInput } from '../../../contract/ai.ts'
import { allows } from '../../../http/key-rights.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { route } from '../../route.ts'
import { operations, type AiOperation } from './operations.ts'
import { askForOperation, assertModelConfigured, subjectSourceOf } from './ask-for-operation.ts'
import { recordCompleted } from './record-operation.ts'

function assertInput(name: string, { needs, takes = [] }: AiOperation, input: AiInput): void {
  const missing = needs.find((field) => input[field] === undefined)
  if (missing !== undefined) {
    throw new ApiError('invalid_body', `\`input.${missing}\` is required for \`${name}\`.`, {
      field: `input.${missing}`,
    })
  }
  const known = [...needs, ...takes]
  const surplus = Object.keys(input).find((field) => !known.includes(field as keyof AiInput))
  if (surplus === undefined) return
  throw new ApiError('invalid_body', `\`input.${surplus}\` is nothing that \`${name}\` takes.`, {
    ...{ field: `input.${surplus}`, value_received: input[surplus as keyof AiInput], valid_values: known },
  })
}

export const aiRoutes = [
  route({
    method: 'POST',
    url: '/v1/ai',
    id: 'runAiOperation',
    family: 'ai',
    ofListings: 'narrows',
    tag: 'AI',
    summary: 'Ask the language model',
    description:
      'Proposes a text, a label or a price for records of the workspace; nothing is sent or changed by it. Counts against the daily limit of AI operations, also where it fails. A key needs to be allowed to read the records as well. 501 where the server has no language model (`AI_BASE_URL`).',
    ai: true,
    body: AiBody,
    reply: AiResult,
    errors: ['listing_inactive', 'invalid_state', 'not_implemented', 'upstream_error'],
    handle: async (context) => {
      const { services, scope, principal, body, fail } = context
      assertModelConfigured(services.config, '/v1/ai')
      const { operation: name, input } = body
      const operation = operations[name]
      if (!allows(principal.scopes, operation.reads)) {
        return fail(
          'forbidden',
          `The answer would show records that this key may not read: \`${name}\` needs the scope \`${operation.reads}\`.`,
          { needed_scope: operation.reads, key_scopes: principal.scopes },
          { fix: `Use a key with the scope \`${operation.reads}\`.` },
        )
      }
      assertInput(name, operation, input)
      const subject = await operation.gather(subjectSourceOf(context), input)
      const { value, ended } = await askForOperation(context, {
        ...{ type: name, prompt: name, subject, schema: operation.schema },
      })
      const shown = operation.show(value, subject)
      const { model, tokensIn, tokensOut } = ended.used
      return writeOnce(context, async (tx) => {
        await recordCompleted(tx, scope, ended, shown.result)
        return { operationId: ended.id, operation: name, ...shown, model, tokensUsed: tokensIn + tokensOut }
      })
    },
  }),
]
