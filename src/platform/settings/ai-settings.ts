import { flag, httpUrl, integer, oneOf, text } from './parsers.ts'
import { optional, required } from './setting-definition.ts'

const answerForms = ['json_schema', 'json_object', 'text'] as const

export const aiSettings = {
  aiBaseUrl: optional({
    name: 'AI_BASE_URL',
    parse: httpUrl,
    default: null,
    whenUnset: 'AI operations answer 501',
    description:
      'Address of a service with an OpenAI-compatible API: a provider, or your own model server. `/chat/completions` is appended.',
    example: 'http://127.0.0.1:11434/v1',
  }),
  aiApiKey: optional({
    name: 'AI_API_KEY',
    parse: text(/^[\x21-\x7e]{1,1000}$/, 'a key without spaces'),
    default: null,
    whenUnset: 'no key is sent, which suits most model servers you run yourself',
    description: 'Key for that service.',
    example: 'the key that the provider gave you',
    secret: true,
  }),
  aiModel: optional({
    name: 'AI_MODEL',
    parse: text(/^[\x21-\x7e]{1,200}$/, 'the name of a model, without spaces'),
    default: null,
    whenUnset: 'AI operations answer 501',
    description: 'Name of the model.',
    example: 'gpt-5-mini',
  }),
  aiTimeoutSeconds: required({
    name: 'AI_TIMEOUT_SECONDS',
    parse: integer(1, 600),
    default: '60',
    description: 'How long a request waits for the model, including retries.',
    example: '120',
  }),
  aiAnswerForm: required({
    name: 'AI_ANSWER_FORM',
    parse: oneOf(answerForms),
    default: 'json_schema',
    description:
      'How the model is told to answer in JSON: `json_schema` sends the schema, `json_object` asks for any JSON, `text` asks in the prompt alone. Use the first that your service supports. Answers are checked in every case.',
    example: 'json_object',
  }),
  aiPersonalData: required({
    name: 'AI_PERSONAL_DATA',
    parse: flag,
    default: 'false',
    description:
      'Sends first names of guests and their messages unchanged to the model. By default names, addresses and numbers are removed from everything that is sent.',
    example: 'true',
  }),
}
