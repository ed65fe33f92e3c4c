/** Asks the language model for a draft; nothing is sent by it. */
import { ApiProblem } from '../api/api-problem.ts'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { percent } from '../format/money.ts'
import { text } from '../text/text.ts'
import { Problem } from '../ui/problem.tsx'
import { signal } from '../ui/signal.ts'
import { useAction } from '../ui/use-action.ts'

type AiBody = components['schemas']['AiBody']

/** Known once it was asked: the server has no language model. */
const isModelMissing = signal(false)

interface DraftButtonProps {
  operation: AiBody['operation']
  input: AiBody['input']
  onDraft: (draft: string) => void
}

export function DraftButton({ operation, input, onDraft }: DraftButtonProps) {
  const isMissing = isModelMissing.use()
  const draft = useAction(
    () =>
      answerOf(client.POST('/v1/ai', { body: { operation, input } })).catch((error: unknown) => {
        if (!(error instanceof ApiProblem) || error.status !== 501) throw error
        isModelMissing.set(true)
        return null
      }),
    {
      onSuccess: (answer) => {
        if (answer !== null) onDraft(answer.result)
      },
    },
  )
  if (isMissing) return <p class="soft small">{text('draft.missing')}</p>
  return (
    <>
      <button
        type="button"
        class="second"
        aria-disabled={draft.isPending}
        onClick={() => {
          if (!draft.isPending) draft.mutate()
        }}
      >
        {draft.isPending ? text('busy') : text('draft.write')}
      </button>
      {draft.data != null && (
        <p class="soft small" role="status">
          {text('draft.check', { sure: percent(draft.data.confidence) })}
        </p>
      )}
      {draft.error !== null && <Problem error={draft.error} />}
    </>
  )
}
