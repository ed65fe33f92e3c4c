/** An agent asks to be let in: who it is, what it may read, whether it may plan writes. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client, currentMode } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { useMember } from '../session.tsx'
import { AgentLimitFields, limitsOf, newLimits, type LimitDraft } from '../settings/agent-limits.tsx'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Facts } from '../ui/facts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../ui/use-action.ts'
import { backToLive, openSandbox } from '../workspace.ts'

type Preview = components['schemas']['AuthorizationPreview']
type Scope = Preview['scopes'][number]
type Decision = Omit<components['schemas']['AuthorizationCreateBody'], 'request'>

const planScope = 'plans:write'

/** The server has checked the address: it is one of the agent's own. */
const leaveFor = (address: string | null) => {
  if (address !== null) location.assign(address)
}

function ReadChoice({ scopes, chosen, onChange }: ReadChoiceProps) {
  return (
    <fieldset class="choices">
      <legend>{text('agent.reads')}</legend>
      {scopes.map((scope) => (
        <label key={scope}>
          <input
            type="checkbox"
            checked={chosen.includes(scope)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope),
              )
            }
          />{' '}
          {wordFor('agentScope', scope.split(':')[0])}
        </label>
      ))}
    </fieldset>
  )
}
interface ReadChoiceProps {
  scopes: readonly Scope[]
  chosen: readonly Scope[]
  onChange: (chosen: Scope[]) => void
}

function Sides() {
  const { workspace, sandbox } = useMember()
  if (workspace.mode === 'sandbox')
    return (
      <ActionButton kind="link" run={backToLive}>
        {text('menu.live')}
      </ActionButton>
    )
  if (sandbox === null) return null
  return (
    <ActionButton kind="link" run={openSandbox}>
      {text('menu.sandbox')}
    </ActionButton>
  )
}

function ConsentForm({ preview, request }: { preview: Preview; request: string }) {
  const { workspace } = useMember()
  const { client: agent, redirectHost, scopes } = preview
  const readable = scopes.filter((scope) => scope !== planScope)
  const [chosen, setChosen] = useState<Scope[]>(readable)
  const [limits, setLimits] = useState<LimitDraft | null>(null)
  const decide = useAction(
    (decision: Decision) =>
      answerOf(client.POST('/v1/agent-authorizations', { body: { request, ...decision } })),
    { onSuccess: ({ returnTo }) => leaveFor(returnTo) },
  )
  const isUnderWay = decide.isPending || decide.isSuccess
  return (
    <form
      class="card form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isUnderWay)
          decide.mutate({ approve: true, scopes: chosen, limits: limits === null ? null : limitsOf(limits) })
      }}
    >
      <p>{text('agent.lead', { name: agent.name, host: agent.host })}</p>
      <Facts
        facts={[
          [text('agent.host'), agent.host],
          [text('agent.returns'), redirectHost],
          [text('agent.workspace'), `${workspace.name} (${wordFor('agentSide', workspace.mode)})`],
        ]}
      />
      <Sides />
      <ReadChoice scopes={readable} chosen={chosen} onChange={setChosen} />
      {scopes.includes(planScope) && (
        <p>
          <label>
            <input
              type="checkbox"
              checked={limits !== null}
              onChange={(event) => setLimits(event.currentTarget.checked ? newLimits : null)}
            />{' '}
            {text('agent.plans')}
          </label>
        </p>
      )}
      {limits !== null && <AgentLimitFields draft={limits} onChange={setLimits} />}
      {decide.error !== null && <Problem error={decide.error} />}
      <div class="actions">
        <button class="main" aria-disabled={isUnderWay || (chosen.length === 0 && limits === null)}>
          {isUnderWay ? text('busy') : text('agent.letIn')}
        </button>
        <button
          type="button"
          class="second"
          onClick={() => {
            if (!isUnderWay) decide.mutate({ approve: false })
          }}
        >
          {text('agent.refuse')}
        </button>
      </div>
    </form>
  )
}

function Refusal({ preview }: { preview: Preview }) {
  const { client: agent, refusal, redirectHost } = preview
  return (
    <div class="notice bad" role="alert">
      <div>
        <strong>{text('agent.wrong', { name: agent.name, error: refusal?.error ?? '' })}</strong>
        <p>
          <button type="button" class="second" onClick={() => leaveFor(refusal?.returnTo ?? null)}>
            {text('agent.goBack', { host: redirectHost })}
          </button>
        </p>
      </div>
    </div>
  )
}

export default function Authorize() {
  // Taken once: what the member looked at is what is decided about.
  const [request] = useState(() => location.search.slice(1))
  const preview = useQuery({
    queryKey: ['agent-request', request, currentMode()],
    queryFn: () =>
      answerOf(client.POST('/v1/agent-authorizations/preview', { body: { request: request || '-' } })),
    staleTime: Infinity,
    retry: false,
  })
  return (
    <Screen title={text('agent.title')}>
      <Loaded query={preview}>
        {(data) =>
          data.refusal === null ? (
            <ConsentForm preview={data} request={request} />
          ) : (
            <Refusal preview={data} />
          )
        }
      </Loaded>
    </Screen>
  )
}
