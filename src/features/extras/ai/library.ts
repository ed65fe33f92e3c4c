/** The parts of the OpenAI client library that we use. It is loaded only where a model is set. */

type CompletionMessagePart =
  { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } }

export interface CompletionRequest {
  model: string
  messages: { role: 'system' | 'user' | 'assistant'; content: string | CompletionMessagePart[] }[]
  response_format?:
    | { type: 'json_object' }
    | { type: 'json_schema'; json_schema: { name: string; strict: boolean; schema: object } }
}

/** A service's answer, in which nothing is certain; an empty one is null. */
export interface ModelCompletion {
  model?: unknown
  choices?: {
    finish_reason?: unknown
    message?: { content?: unknown; refusal?: unknown; tool_calls?: unknown } | null
  }[]
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null
}

export interface ModelClient {
  chat: {
    completions: {
      create(asked: CompletionRequest, options: { signal: AbortSignal }): Promise<ModelCompletion | null>
    }
  }
}

interface ModelClientOptions {
  baseURL: string
  apiKey: string
  organization: null
  project: null
  timeout: number
  maxRetries: number
  logLevel: 'off'
  fetch: typeof fetch
}

interface OpenAiLibrary {
  OpenAI: new (options: ModelClientOptions) => ModelClient
}

const packageName = 'openai'

export async function createModelClient(options: ModelClientOptions): Promise<ModelClient> {
  let library: OpenAiLibrary
  try {
    library = (await import(packageName)) as OpenAiLibrary
  } catch (error) {
    throw new Error(`AI_BASE_URL needs the package ${packageName}: install it with \`npm ci\`.`, {
      cause: error,
    })
  }
  return new library.OpenAI(options)
}
