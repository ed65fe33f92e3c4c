/** Begins a move: a name, what to take over, and a link for whoever knows what opens the old system. */
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { pathTo } from '../server-root.ts'
import { locale, text, wordFor } from '../text/text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Problem } from '../ui/problem.tsx'
import { useAction } from '../ui/use-action.ts'
import { connectLinks } from './kept.ts'
import { refreshMigrations } from './migration-api.ts'

type ConnectBody = components['schemas']['ConnectBody']
type ScopePart = NonNullable<ConnectBody['scope']>[number]

/** Listings always come, because the rest is of them; no system hands over owners. */
const parts: readonly ScopePart[] = [
  'photos',
  'amenities',
  'houseRules',
  'rooms',
  'channelIds',
  'calendar',
  'rates',
  'reservations',
  'guests',
  'payments',
  'fees',
  'taxes',
  'conversations',
]

function ScopeChoice({
  chosen,
  onChange,
}: {
  chosen: readonly ScopePart[]
  onChange: (chosen: ScopePart[]) => void
}) {
  return (
    <fieldset class="choices">
      <legend>{text('move.scopeParts')}</legend>
      {parts.map((part) => (
        <label key={part}>
          <input
            type="checkbox"
            checked={chosen.includes(part)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, part] : chosen.filter((one) => one !== part))
            }
          />{' '}
          {wordFor('scopePart', part)}
        </label>
      ))}
    </fieldset>
  )
}

export function BeginMigration({ onClose }: { onClose: () => void }) {
  const { route } = useLocation()
  const [name, setName] = useState('')
  const [externalRef, setExternalRef] = useState('')
  const [takesAll, setTakesAll] = useState(true)
  const [chosen, setChosen] = useState<ScopePart[]>([...parts])
  const begin = useAction((body: ConnectBody) => answerOf(client.POST('/v1/connect', { body })), {
    onSuccess: ({ url, workspaceId }) => {
      refreshMigrations()
      if (workspaceId === undefined) return
      connectLinks.set(workspaceId, url)
      route(pathTo(`/migrations/${workspaceId}`))
    },
  })
  const send = () =>
    begin.mutate({
      purpose: 'migrate',
      redirectUrl: new URL(pathTo('/migrations'), location.href).href,
      locale,
      workspace: { name, ...(externalRef === '' ? {} : { externalRef }) },
      ...(takesAll ? {} : { scope: ['listings', ...chosen] }),
    })
  return (
    <Dialog title={text('move.begin')} kind="side" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!begin.isPending) send()
        }}
      >
        <p>{text('move.beginLead')}</p>
        <label class="field">
          <span>{text('move.name')}</span>
          <input
            required
            maxLength={200}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>{text('move.ref')}</span>
          <input
            maxLength={200}
            value={externalRef}
            onInput={(event) => setExternalRef(event.currentTarget.value)}
          />
        </label>
        <p>
          <label>
            <input
              type="checkbox"
              checked={takesAll}
              onChange={(event) => setTakesAll(event.currentTarget.checked)}
            />{' '}
            {text('move.scopeAll')}
          </label>
        </p>
        {!takesAll && <ScopeChoice chosen={chosen} onChange={setChosen} />}
        {begin.error !== null && <Problem error={begin.error} />}
        <button type="submit" class="main" aria-disabled={begin.isPending}>
          {begin.isPending ? text('busy') : text('move.begin')}
        </button>
      </form>
    </Dialog>
  )
}
