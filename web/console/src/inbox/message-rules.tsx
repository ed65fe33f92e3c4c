/** What the channel of a conversation takes, as a trial of sending tells it. */
import { useQuery } from '@tanstack/preact-query'
import { ApiProblem } from '../api/api-problem.ts'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { count } from '../format/money.ts'
import { text, wordFor } from '../text/text.ts'
import type { UnsentAnswer } from './unsent.ts'

type Rules = NonNullable<components['schemas']['MessageSent']['rules']>

const megabyte = 1_048_576

/** Nothing is sent by it. */
export const useMessageRules = (id: string) =>
  useQuery({
    queryKey: ['message rules', id],
    queryFn: async (): Promise<Rules | null> => {
      const { rules } = await answerOf(
        client.POST('/v1/conversations/{id}/messages', {
          params: { path: { id }, query: { dry_run: true } },
          body: { message: 'x' },
        }),
      )
      return rules ?? null
    },
    staleTime: 5 * 60_000,
  })

/** Why the files cannot go as they are; null where they can. */
export function fileTrouble(rules: Rules | null | undefined, { words, files }: UnsentAnswer): string | null {
  if (!rules || files.length === 0) return null
  if (rules.files === null) return text('rules.noFiles')
  return rules.files.needText && words.trim() === '' ? text('rules.needText') : null
}

const kindOf = (type: string): string =>
  (type.split('/')[1] ?? type).toUpperCase().replace('QUICKTIME', 'MOV')

function sentences({ maxLength, files, contactInfo }: Rules): string[] {
  return [
    text('rules.length', { count: count(maxLength) }),
    files === null
      ? text('rules.noFiles')
      : text('rules.files', {
          types: files.types.map(kindOf).join(', '),
          size: count(Math.round((files.maxBytes / megabyte) * 10) / 10),
        }),
    ...(files?.needText ? [text('rules.needText')] : []),
    ...(contactInfo === 'removed' ? [text('rules.contactInfo')] : []),
  ]
}

interface MessageRulesProps {
  query: ReturnType<typeof useMessageRules>
  platform: string | null
  words: string
}

export function MessageRules({ query, platform, words }: MessageRulesProps) {
  const { data: rules, error } = query
  if (error instanceof ApiProblem && !error.isPassing)
    return (
      <p class="notice warn">
        <span>
          {error.message} {error.fix}
        </span>
      </p>
    )
  if (!rules) return <p class="soft small">{text('inbox.sendKey')}</p>
  return (
    <p class="soft small rules">
      {text('inbox.sendKey')} {wordFor('platform', platform)}: {sentences(rules).join(' ')}
      {words.length > rules.maxLength * 0.9 && (
        <strong> {text('list.of', { shown: count(words.length), total: count(rules.maxLength) })}</strong>
      )}
    </p>
  )
}
