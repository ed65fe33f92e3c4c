/** One operation from question to answer. Nothing of the database is held while the model thinks. */
import type { Static, TSchema } from 'typebox'
import { writeOnce } from '../../../http/write-once.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Config } from '../../../platform/config.ts'
import { timeUuid } from '../../../platform/time-uuid.ts'
import type { Writing } from '../../route.ts'
import { isOperators, ModelFault, toApiError } from './fault.ts'
import type { Gathering } from './gather.ts'
import { askModel } from './model.ts'
import { systemPrompt, type PromptName } from './prompts.ts'
import { tellFailed, type Ended } from './tell.ts'
import type { Subject } from './gather.ts'

/** Throws 501 with the name of the setting that is not there. */
export function assertModel(
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

export const gatheringOf = ({ services, scope }: Pick<Writing, 'services' | 'scope'>): Gathering => ({
  db: services.db,
  scope,
  now: services.clock.now(),
  personalData: services.config.aiPersonalData,
})

interface Wanted<S extends TSchema> {
  type: Ended['type']
  prompt: PromptName
  subject: Subject
  pictures?: readonly string[]
  schema: S
}

/** What the model said, with what is to be told of it. Where it said nothing that is told first, and then thrown. */
export async function ask<S extends TSchema>(
  context: Writing,
  { type, prompt, subject, pictures = [], schema }: Wanted<S>,
): Promise<{ value: Static<S>; ended: Ended }> {
  const { services, scope, principal } = context
  const { config, clock, log } = services
  const startedAt = clock.now()
  const countedFor = { workspaceId: principal.workspaceId }
  const about = { id: `op_${timeUuid(startedAt)}`, countedFor, type, subject, startedAt }
  try {
    const { value, ...used } = await askModel(config, {
      ...{ system: systemPrompt(prompt, schema), data: subject.data, pictures },
      ...{ name: type.replaceAll('-', '_'), schema },
    })
    return { value, ended: { ...about, used, now: clock.now() } }
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    const refusal = toApiError(error)
    if (isOperators(error)) log.warn({ err: error, operation: type }, 'the language model cannot be used')
    const ended = { ...about, used: error.used, now: clock.now() }
    return writeOnce(context, async (tx) => {
      await tellFailed(tx, scope, ended, refusal)
      return refusal
    }) as never
  }
}
