/** API keys: who uses them, a new one, a revoked one. */
import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { moment, timeAgo } from '../format/dates.ts'
import { useIsOwner } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Problem } from '../ui/problem.tsx'
import { Secret } from '../ui/secret.tsx'
import { Select } from '../ui/select.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { useAction } from '../ui/use-action.ts'

type Row = components['schemas']['ApiKey']
type Scope = components['schemas']['KeyScope']

const stateTone: Record<Row['state'], Tone> = { active: 'good', expired: 'calm', revoked: 'calm' }

/** What a new key usually is for; anything finer is made with the API. */
const rights: Record<string, Scope[] | null> = {
  everything: null,
  reading: ['*:read'],
  calendar: ['calendar:read', 'calendar:write', 'listings:read'],
  guests: ['reservations:read', 'guests:read', 'conversations:read', 'conversations:write', 'listings:read'],
}

const refresh = () => void queryClient.invalidateQueries({ queryKey: ['keys'] })

function NewKey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [right, setRight] = useState('reading')
  const create = useAction(
    (body: components['schemas']['ApiKeyCreateBody']) => answerOf(client.POST('/v1/keys', { body })),
    { onSuccess: refresh },
  )
  return (
    <Dialog title={text('key.new')} kind="side" onClose={onClose}>
      {create.data === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (!create.isPending) create.mutate({ name, scopes: rights[right] ?? null })
          }}
        >
          <label class="field">
            <span>{text('key.name')}</span>
            <input
              required
              maxLength={200}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </label>
          <Select
            label={text('key.rights')}
            value={right}
            onChange={setRight}
            options={Object.keys(rights).map((value) => ({ value, label: wordFor('rights', value) }))}
          />
          {create.error !== null && <Problem error={create.error} />}
          <button class="main" aria-disabled={create.isPending}>
            {create.isPending ? text('busy') : text('key.create')}
          </button>
        </form>
      ) : (
        <Secret label={text('key.secret')} value={create.data.secret} />
      )}
    </Dialog>
  )
}

export function Keys() {
  const isOwner = useIsOwner()
  const [isNew, setNew] = useState(false)
  const [leaving, setLeaving] = useState<Row | null>(null)
  const columns: Column<Row>[] = [
    { title: text('key.name'), cell: ({ name, prefix }) => name ?? prefix },
    { title: text('key.prefix'), cell: ({ prefix }) => <code>{prefix}…</code> },
    {
      title: text('key.rights'),
      cell: ({ scopes }) => (scopes === null ? wordFor('rights', 'everything') : scopes.join(', ')),
    },
    {
      title: text('key.state'),
      cell: ({ state }) => <Badge tone={stateTone[state]}>{wordFor('keyState', state)}</Badge>,
    },
    { title: text('key.used'), cell: ({ lastUsedAt }) => timeAgo(lastUsedAt) },
    { title: text('key.created'), cell: ({ createdAt }) => moment(createdAt) },
    ...(isOwner
      ? [
          {
            title: text('key.do'),
            cell: (row: Row) =>
              row.state === 'active' && (
                <button type="button" class="link" onClick={() => setLeaving(row)}>
                  {text('key.revoke')}
                </button>
              ),
          },
        ]
      : []),
  ]
  return (
    <>
      {isOwner && (
        <p>
          <button type="button" class="main" onClick={() => setNew(true)}>
            {text('key.new')}
          </button>
        </p>
      )}
      <PagedList
        queryKey={['keys']}
        readPage={({ cursor, signal }) =>
          answerOf(
            client.GET('/v1/keys', {
              params: { query: { limit: 50, ...(cursor === undefined ? {} : { cursor }) } },
              signal,
            }),
          )
        }
        empty={<p class="soft">{text('key.none')}</p>}
      >
        {(rows) => <Table caption={text('dev.keys')} columns={columns} rows={rows} keyOf={({ id }) => id} />}
      </PagedList>
      {isNew && <NewKey onClose={() => setNew(false)} />}
      {leaving !== null && (
        <Dialog title={text('key.revokeTitle')} onClose={() => setLeaving(null)}>
          <p>{text('key.revokeLead', { name: leaving.name ?? leaving.prefix })}</p>
          <div class="actions">
            <ActionButton
              kind="danger"
              run={() => answerOf(client.DELETE('/v1/keys/{id}', { params: { path: { id: leaving.id } } }))}
              onDone={() => {
                notify(text('key.revoked'))
                refresh()
                setLeaving(null)
              }}
            >
              {text('key.revoke')}
            </ActionButton>
            <button type="button" class="second" onClick={() => setLeaving(null)}>
              {text('key.keep')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
