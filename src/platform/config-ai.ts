import { flag, httpUrl, integer, oneOf, text } from './config-parsers.ts'
import { optional, required } from './config-setting.ts'

const answerForms = ['json_schema', 'json_object', 'text'] as const

export const aiSettings = {
  aiBaseUrl: optional({
    name: 'AI_BASE_URL',
    parse: httpUrl,
    default: null,
    whenUnset: 'AI operations answer 501',
    description:
      'Address of a service that speaks the protocol of OpenAI (`/chat/completions` is appended): a provider, or a model server of your own.',
    example: 'http://127.0.0.1:11434/v1',
  }),
  aiApiKey: optional({
    name: 'AI_API_KEY',
    parse: text(/^[\x21-\x7e]{1,1000}$/, 'a key without spaces'),
    default: null,
    whenUnset: 'none is needed, as for most model servers of one’s own',
    description: 'Key for that service.',
    example: 'the key that the provider gave you',
    secret: true,
  }),
  aiModel: optional({
    name: 'AI_MODEL',
    parse: text(/^[\x21-\x7e]{1,200}$/, 'the name of a model, without spaces'),
    default: null,
    whenUnset: 'AI operations answer 501',
    description: 'Which model is asked.',
    example: 'gpt-5-mini',
  }),
  aiTimeoutSeconds: required({
    name: 'AI_TIMEOUT_SECONDS',
    parse: integer(1, 600),
    default: '60',
    description: 'How long a request waits for the model, all tries together.',
    example: '120',
  }),
  aiAnswerForm: required({
    name: 'AI_ANSWER_FORM',
    parse: oneOf(answerForms),
    default: 'json_schema',
    description:
      'How the service is asked for JSON: with the schema, without it, or by the prompt alone, as far as it can. Answers are checked here in any case.',
    example: 'json_object',
  }),
  aiPersonalData: required({
    name: 'AI_PERSONAL_DATA',
    parse: flag,
    default: 'false',
    description:
      'Whether the model is told first names of guests, and their texts as they stand. Otherwise names, addresses and numbers are taken out of everything that is sent.',
    example: 'true',
  }),
}
