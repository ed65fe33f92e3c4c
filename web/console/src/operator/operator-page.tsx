/** The page of whoever runs the server: without a session of a member, behind the operator's key. */
import { useState } from 'preact/hooks'
import { ApiProblem } from '../api/api-problem.ts'
import { queryClient } from '../api/queries.ts'
import { text } from '../text/text.ts'
import { Icon } from '../ui/icon.tsx'
import { Problem } from '../ui/problem.tsx'
import { useAction } from '../ui/use-action.ts'
import { readOperatorStatus } from './operator-status.ts'
import { StatusScreen } from './status-screen.tsx'

function KeyForm({ onEnter }: { onEnter: (key: string) => void }) {
  const [key, setKey] = useState('')
  const enter = useAction(() => readOperatorStatus(key), {
    onSuccess: () => {
      // Another operator of this window must not see what the one before read.
      queryClient.removeQueries({ queryKey: ['operator-status'] })
      onEnter(key)
    },
  })
  const { error } = enter
  const isMissing = error instanceof ApiProblem && error.status === 404
  document.title = text('operator.title')
  return (
    <main class="gate" id="main">
      <p class="brand">
        <Icon name="brand" /> Lodgewire
      </p>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault()
          if (!enter.isPending) enter.mutate()
        }}
      >
        <h1>{text('operator.title')}</h1>
        <p>{text('operator.lead')}</p>
        <label class="field">
          <span>{text('operator.key')}</span>
          <input
            type="password"
            required
            autocomplete="current-password"
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        {isMissing ? (
          <p class="notice warn" role="alert">
            {text('operator.off')}
          </p>
        ) : (
          error !== null && <Problem error={error} />
        )}
        <button class="main" aria-disabled={enter.isPending}>
          {enter.isPending ? text('busy') : text('operator.enter')}
        </button>
      </form>
    </main>
  )
}

export default function OperatorPage() {
  const [key, setKey] = useState<string | null>(null)
  return key === null ? (
    <KeyForm onEnter={setKey} />
  ) : (
    <StatusScreen apiKey={key} leave={() => setKey(null)} />
  )
}
