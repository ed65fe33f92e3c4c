import { ApiProblem } from '../api/api-problem.ts'
import { text } from '../text/text.ts'
import { Icon } from './icon.tsx'

/** What to say of an error: our words for what happens everywhere, else the API's own sentence. */
function sentenceFor(error: Error): string {
  if (!(error instanceof ApiProblem)) return text('problem.other')
  if (error.code === 'offline') return text('problem.offline')
  if (error.status === 429) return text('problem.many', { seconds: error.retryAfter ?? 60 })
  if (error.status >= 500) return text('problem.server')
  return error.message
}

export interface ProblemProps {
  error: Error
  onRetry?: (() => void) | undefined
}

/** An error where its cause is: what happened, what to do, and the id that the server's log knows it by. */
export function Problem({ error, onRetry }: ProblemProps) {
  const problem = error instanceof ApiProblem ? error : null
  return (
    <div class="notice bad" role="alert">
      <Icon name="warning" />
      <div>
        <strong>{sentenceFor(error)}</strong>
        {problem?.fix != null && problem.status < 500 && <p>{problem.fix}</p>}
        {problem?.requestId != null && (
          <p class="soft small">{text('problem.reference', { id: problem.requestId })}</p>
        )}
        {onRetry && (
          <button type="button" class="second" onClick={onRetry}>
            {text('problem.retry')}
          </button>
        )}
      </div>
    </div>
  )
}
