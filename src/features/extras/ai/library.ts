/** What is used of the client library of the protocol. It is loaded only where a model is set. */

type Part = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } }

export interface Asked {
  model: string
  messages: { role: 'system' | 'user' | 'assistant'; content: string | Part[] }[]
  response_format?:
    | { type: 'json_object' }
    | { type: 'json_schema'; json_schema: { name: string; strict: boolean; schema: object } }
}

/** As a service may answer: nothing of it is sure. An empty answer is null. */
export interface Completion {
  model?: unknown
  choices?: {
    finish_reason?: unknown
    message?: { content?: unknown; refusal?: unknown; tool_calls?: unknown } | null
  }[]
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null
}

export interface Client {
  chat: {
    completions: { create(asked: Asked, options: { signal: AbortSignal }): Promise<Completion | null> }
  }
}

interface ClientOptions {
  baseURL: string
  apiKey: string
  organization: null
  project: null
  timeout: number
  maxRetries: number
  logLevel: 'off'
  fetch: typeof fetch
}

interface Library {
  OpenAI: new (options: ClientOptions) => Client
}

const packageName = 'openai'

export async function newClient(options: ClientOptions): Promise<Client> {
  let library: Library
  try {
    library = (await import(packageName)) as Library
  } catch (error) {
    throw new Error(`AI_BASE_URL needs the package ${packageName}: install it with \`npm ci\`.`, {
      cause: error,
    })
  }
  return new library.OpenAI(options)
}
