/** Runs one AI operation. No database connection is held while the model works. */
import type { Static, TSchema } from 'typebox'
import { writeOnce } from '../../../http/write-once.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Config } from '../../../platform/config.ts'
import { timeUuid } from '../../../platform/time-uuid.ts'
import type { RouteWriteContext } from '../../route.ts'
import { isOperatorModelFault, ModelFault, modelFaultToApiError } from './fault.ts'
import type { SubjectSource } from './gather-subject.ts'
import { askModel } from './ask-model.ts'
import { buildSystemPrompt, type PromptName } from './prompts.ts'
import { recordFailed, type EndedOperation } from './record-operation.ts'
import type { ModelSubject } from './gather-subject.ts'

/** Throws 501 with the name of the missing setting. */
export function assertModelConfigured(
  { aiBaseUrl, aiModel }: Pick<Config, 'aiBaseUrl' | 'aiModel'>,
  endpoint: string,
): void {
  const unset = aiBaseUrl === undefined ? 'AI_BASE_URL' : aiModel === undefined ? 'AI_MODEL' : null
  if (unset === null) return
  throw new ApiError(
    'not_implemented',
    `No language model is set up on this server: \`${unset}\` is not set.`,
    { endpoint },
    {
      fix: 'Have the operator of the server set AI_BASE_URL, AI_MODEL and, where the service needs one, AI_API_KEY.',
    },
  )
}

export const subjectSourceOf = ({
  services,
  scope,
}: Pick<RouteWriteContext, 'services' | 'scope'>): SubjectSource => ({
  db: services.db,
  scope,
  now: services.clock.now(),
  personalData: services.config.aiPersonalData,
})

interface ModelCall<S extends TSchema> {
  type: EndedOperation['type']
  prompt: PromptName
  subject: ModelSubject
  pictures?: readonly string[]
  schema: S
}

/** Asks the model and returns what to record. A failure is recorded before it is thrown. */
export async function askForOperation<S extends TSchema>(
  context: RouteWriteContext,
  { type, prompt, subject, pictures = [], schema }: ModelCall<S>,
): Promise<{ value: Static<S>; ended: EndedOperation }> {
  const { services, scope, principal } = context
  const { config, clock, log } = services
  const startedAt = clock.now()
  const countedFor = { workspaceId: principal.workspaceId }
  const about = { id: `op_${timeUuid(startedAt)}`, countedFor, type, subject, startedAt }
  try {
    const { value, ...used } = await askModel(config, {
      ...{ system: buildSystemPrompt(prompt, schema), data: subject.data, pictures },
      ...{ name: type.replaceAll('-', '_'), schema },
    })
    return { value, ended: { ...about, used, now: clock.now() } }
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    const refusal = modelFaultToApiError(error)
    if (isOperatorModelFault(error))
      log.warn({ err: error, operation: type }, 'the language model cannot be used')
    const ended = { ...about, used: error.used, now: clock.now() }
    return writeOnce(context, async (tx) => {
      await recordFailed(tx, scope, ended, refusal)
      return refusal
    }) as never
  }
}
