/** Asks the configured language model one question, checks the answer and counts tokens. */
import type { Static, TSchema } from 'typebox'
import { type TokenUsage, toModelFault, ModelFault } from './fault.ts'
import type { Config } from '../../../platform/config.ts'
import { boundedFetch } from '../../../platform/outbound/bounded-fetch.ts'
import { createModelClient, type CompletionRequest, type ModelClient } from './library.ts'

export type ModelSettings = Pick<
  Config,
  'aiBaseUrl' | 'aiApiKey' | 'aiModel' | 'aiTimeoutSeconds' | 'aiAnswerForm'
>

export interface ModelQuestion<S extends TSchema> {
  system: string
  /** Records, sent as JSON in a message of their own, so that their texts are no instructions. */
  data: unknown
  /** URLs of pictures. */
  pictures?: readonly string[]
  /** The schema's name. */
  name: string
  schema: S
}

const clients = new WeakMap<object, Promise<ModelClient>>()

/** The library retries temporary failures this often, within the timeout. */
const maxRetries = 2
/** How often the model is asked until its answer is usable. */
const mostAnswers = 2

function clientOf(settings: ModelSettings): Promise<ModelClient> {
  const { aiBaseUrl, aiApiKey, aiTimeoutSeconds } = settings
  const known = clients.get(settings)
  if (known) return known
  const made = createModelClient({
    baseURL: aiBaseUrl ?? '',
    // The library requires a key; services without keys ignore it.
    apiKey: aiApiKey ?? 'none',
    organization: null,
    project: null,
    timeout: aiTimeoutSeconds * 1000,
    maxRetries,
    logLevel: 'off',
    fetch: boundedFetch,
  })
  clients.set(settings, made)
  made.catch(() => clients.delete(settings))
  return made
}

const formOf = (
  form: ModelSettings['aiAnswerForm'],
  { name, schema }: Pick<ModelQuestion<TSchema>, 'name' | 'schema'>,
): Pick<CompletionRequest, 'response_format'> => {
  if (form === 'text') return {}
  if (form === 'json_object') return { response_format: { type: 'json_object' } }
  const plain = JSON.parse(JSON.stringify(schema)) as object
  return { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema: plain } } }
}

function messagesOf({
  system,
  data,
  pictures = [],
}: Pick<ModelQuestion<TSchema>, 'system' | 'data' | 'pictures'>): CompletionRequest['messages'] {
  const text = JSON.stringify(data)
  const content =
    pictures.length === 0
      ? text
      : [
          { type: 'text' as const, text },
          ...pictures.map((url) => ({ type: 'image_url' as const, image_url: { url } })),
        ]
  return [
    { role: 'system', content: system },
    { role: 'user', content },
  ]
}

/** Throws ModelFault with the tokens used so far. */
export async function askModel<S extends TSchema>(
  settings: ModelSettings,
  question: ModelQuestion<S>,
): Promise<TokenUsage & { value: Static<S> }> {
  const asked = settings.aiModel ?? ''
  const used: TokenUsage = { model: asked, tokensIn: 0, tokensOut: 0 }
  const signal = AbortSignal.timeout(settings.aiTimeoutSeconds * 1000)
  const messages = messagesOf(question)
  const client = await clientOf(settings)
  for (let answers = 1; ; answers += 1) {
    const answered = await client.chat.completions
      .create({ model: asked, messages, ...formOf(settings.aiAnswerForm, question) }, { signal })
      .catch((error: unknown) => {
        throw toModelFault(error, signal.aborted, used)
      })
    const completion = answered ?? {}
    const { readAnswer, countTokens: tokensOf } = await import('./read-answer.ts')
    const { tokensIn, tokensOut } = tokensOf(completion)
    used.tokensIn += tokensIn
    used.tokensOut += tokensOut
    if (typeof completion.model === 'string') used.model = completion.model.slice(0, 200)
    const read = readAnswer(completion, question.schema)
    if (read.kind === 'usable') return { ...used, value: read.value }
    if (read.kind !== 'unusable') throw new ModelFault(read.kind, used)
    if (answers >= mostAnswers) throw new ModelFault('unusable', used)
    messages.push(
      { role: 'assistant', content: read.said },
      {
        role: 'user',
        content: `That answer cannot be used: ${read.why}. Answer again, with nothing but one JSON object of the form you were given.`,
      },
    )
  }
}
