/** Connected accounts and their health, and how another one is connected. */
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { moment } from '../format/dates.ts'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { locale, text, wordFor } from '../text/text.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Empty } from '../ui/empty.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { useAction } from '../ui/use-action.ts'

type Connection = components['schemas']['Connection']

const connectionTone: Record<Connection['status'], Tone> = {
  active: 'good',
  pending: 'calm',
  inactive: 'calm',
  disconnected: 'calm',
  error: 'bad',
  needs_permissions: 'warn',
}

const columns: Column<Connection>[] = [
  {
    title: text('account.system'),
    cell: ({ id, provider }) => (
      <a href={pathTo(`/accounts/${provider}/${id}`)}>{wordFor('provider', provider)}</a>
    ),
  },
  {
    title: text('account.id'),
    cell: ({ externalAccountId, host }) => host?.displayName ?? externalAccountId ?? '–',
  },
  {
    title: text('account.status'),
    cell: ({ status, accessTrouble }) => (
      <>
        <Badge tone={connectionTone[status]}>{wordFor('connection', status)}</Badge>{' '}
        {accessTrouble !== null && <Badge tone="bad">{wordFor('access', accessTrouble.state)}</Badge>}
      </>
    ),
  },
  {
    title: text('account.todo'),
    cell: ({ action, accessTrouble }) => action?.message ?? accessTrouble?.message ?? '–',
  },
  { title: text('account.since'), cell: ({ createdAt }) => moment(createdAt) },
]

/** Opens the hosted page, where the owner of the account enters what its system needs; the console never sees it. */
function Connect() {
  const open = useAction(
    () =>
      answerOf(
        client.POST('/v1/connect', {
          body: { redirectUrl: new URL(pathTo('/accounts'), location.href).href, locale },
        }),
      ),
    { onSuccess: ({ url }) => location.assign(url) },
  )
  return (
    <>
      <button type="button" class="main" onClick={() => open.mutate()} aria-disabled={open.isPending}>
        {open.isPending ? text('busy') : text('account.connect')}
      </button>
      {open.error !== null && <Problem error={open.error} />}
    </>
  )
}

function Systems() {
  const query = useQuery({
    queryKey: ['providers'],
    queryFn: ({ signal }) => answerOf(client.GET('/v1/connect/providers', { signal })),
    staleTime: Infinity,
  })
  return (
    <section>
      <h2>{text('account.systems')}</h2>
      <Loaded query={query}>
        {({ data }) => (
          <ul class="tiles">
            {data
              .filter(({ status }) => status !== 'coming-soon')
              .map(({ id, displayName, category, status }) => (
                <li key={id}>
                  <strong>{displayName}</strong>
                  <span class="soft">{wordFor('category', category)}</span>
                  {status === 'beta' && <Badge>{text('account.beta')}</Badge>}
                </li>
              ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

export default function Accounts() {
  const mayWrite = useMayWrite()
  return (
    <Screen title={text('nav.accounts')} actions={mayWrite && <Connect />}>
      <PagedList
        queryKey={['connect', 'list']}
        readPage={({ cursor, signal }) =>
          answerOf(
            client.GET('/v1/connect', {
              params: { query: { limit: 50, ...(cursor === undefined ? {} : { cursor }) } },
              signal,
            }),
          )
        }
        refetchMs={30_000}
        empty={
          <Empty title={text('account.none')}>
            <p>{text('account.noneLead')}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table caption={text('nav.accounts')} columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </PagedList>
      <Systems />
    </Screen>
  )
}
