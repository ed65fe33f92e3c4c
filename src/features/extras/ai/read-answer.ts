/** Parses a model's answer and checks it against the schema. Pure. */
import type { Static, TSchema } from 'typebox'
import { Check, Clean } from 'typebox/value'
import type { ModelCompletion } from './library.ts'

export type AnswerReading<S extends TSchema> =
  | { kind: 'usable'; value: Static<S> }
  /** Asked again, the model may answer better. */
  | { kind: 'unusable'; said: string; why: string }
  | { kind: 'refused' }
  | { kind: 'cut' }

/** Models fence JSON although the prompt forbids it. */
const withoutFences = (text: string) => /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text

/** The longest part of an answer that a retry quotes to the model. */
const longestShown = 4000

export function readAnswer<S extends TSchema>({ choices }: ModelCompletion, schema: S): AnswerReading<S> {
  const choice = Array.isArray(choices) ? choices[0] : undefined
  const message = choice?.message
  const unusable = (why: string, said: unknown = '') =>
    ({ kind: 'unusable', why, said: String(said).slice(0, longestShown) }) as const
  if (!choice || !message) return unusable('it has no message')
  if (choice.finish_reason === 'content_filter') return { kind: 'refused' }
  if (typeof message.refusal === 'string' && message.refusal !== '') return { kind: 'refused' }
  if (choice.finish_reason === 'length') return { kind: 'cut' }
  const { content } = message
  if (typeof content !== 'string' || content.trim() === '') return unusable('it has no text')
  let parsed: unknown
  try {
    parsed = JSON.parse(withoutFences(content))
  } catch {
    return unusable('it is no JSON', content)
  }
  const value: unknown = Clean(schema, parsed)
  if (!Check(schema, value)) return unusable('it does not fit the schema', content)
  return { kind: 'usable', value }
}

const tokens = (value: unknown) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0)

export const countTokens = ({ usage }: ModelCompletion) => ({
  tokensIn: tokens(usage?.prompt_tokens),
  tokensOut: tokens(usage?.completion_tokens),
})
