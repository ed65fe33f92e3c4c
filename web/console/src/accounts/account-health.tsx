/** Whether the account can be read and written, how fresh it is, and what somebody has to do. */
import { moment, timeAgo } from '../format/dates.ts'
import { count } from '../format/money.ts'
import { text, wordFor } from '../text/text.ts'
import { Badge } from '../ui/badge.tsx'
import { Facts } from '../ui/facts.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { useConnection, useLatestRuns, type AccountKey, type ProviderConnection } from './account-data.ts'
import { freshnessOf, type EntityFreshness } from './entity-freshness.ts'
import { ImportCard } from './import-card.tsx'
import { Proof } from './proof.tsx'

/** What is wrong with the access, in the words of the server, and the page that mends it. */
function Troubles({ connection }: { connection: ProviderConnection }) {
  const { action, accessTrouble, fixUrl } = connection
  return (
    <>
      {action != null && (
        <div class="notice warn">
          <div>
            <strong>{action.message}</strong>
            {fixUrl !== undefined && (
              <p>
                <a href={fixUrl} rel="noreferrer">
                  {text('account.mend')}
                </a>
              </p>
            )}
          </div>
        </div>
      )}
      {accessTrouble != null && (
        <div class="notice bad">
          <div>
            <strong>{accessTrouble.message}</strong>
            <p>
              {text('account.accessSince', {
                ago: timeAgo(accessTrouble.since),
                next: moment(accessTrouble.nextTryAt),
              })}
            </p>
          </div>
        </div>
      )}
    </>
  )
}

function Webhooks({ webhooks }: { webhooks: NonNullable<ProviderConnection['webhooks']> }) {
  const { registered, address } = webhooks
  return (
    <>
      <Badge tone={registered ? 'good' : 'calm'}>
        {text(registered ? 'account.tellsUs' : 'account.isAsked')}
      </Badge>
      {address !== null && (
        <details>
          <summary class="small">{text('account.webhookAddress')}</summary>
          <p class="small">{text('account.webhookHelp')}</p>
          <code class="secret">{address}</code>
        </details>
      )}
    </>
  )
}

function HealthFacts({ connection }: { connection: ProviderConnection }) {
  const { status, dataFreshness, externalAccountId, createdAt, webhooks } = connection
  return (
    <Facts
      facts={[
        [text('account.status'), wordFor('connection', status)],
        [text('account.id'), externalAccountId ?? '–'],
        [text('account.since'), moment(createdAt)],
        ...(dataFreshness === undefined
          ? []
          : ([
              [text('account.fresh'), timeAgo(dataFreshness.lastSyncedAt)],
              [
                text('account.stale'),
                dataFreshness.stale ? (
                  <Badge tone="bad">
                    {dataFreshness.reason === undefined
                      ? text('yes')
                      : dataFreshness.reason.replaceAll('_', ' ')}
                  </Badge>
                ) : (
                  <Badge tone="good">{text('no')}</Badge>
                ),
              ],
            ] as const)),
        ...(webhooks === undefined
          ? []
          : [[text('account.changes'), <Webhooks key="webhooks" webhooks={webhooks} />] as const]),
      ]}
    />
  )
}

const columns: Column<EntityFreshness>[] = [
  { title: text('entity.kind'), cell: ({ entity }) => wordFor('entity', entity) },
  {
    title: text('entity.read'),
    cell: ({ readAt, isRunning }) => (
      <>
        {readAt === null ? text('entity.notKnown') : timeAgo(readAt)}{' '}
        {isRunning && <Badge>{wordFor('runState', 'running')}</Badge>}
      </>
    ),
  },
  { title: text('entity.seen'), isNumber: true, cell: ({ seen }) => count(seen) },
  { title: text('entity.changed'), isNumber: true, cell: ({ changed }) => count(changed) },
  {
    title: text('entity.failed'),
    isNumber: true,
    cell: ({ failed }) => (failed === 0 ? '0' : <Badge tone="bad">{count(failed)}</Badge>),
  },
]

/** Follows from the newest runs, since each reads its own kinds of record. */
function KindsOfRecord({ id }: { id: string }) {
  const query = useLatestRuns(id)
  return (
    <section>
      <h2>{text('entity.title')}</h2>
      <Loaded query={query}>
        {({ data }) => {
          const rows = freshnessOf(data)
          return rows.length === 0 ? (
            <p class="soft">{text('run.none')}</p>
          ) : (
            <Table
              caption={text('entity.title')}
              columns={columns}
              rows={rows}
              keyOf={({ entity }) => entity}
            />
          )
        }}
      </Loaded>
      <Freshness query={query} />
    </section>
  )
}

export function AccountHealth({ account }: { account: AccountKey }) {
  const query = useConnection(account)
  return (
    <Loaded query={query}>
      {(connection) => (
        <>
          <Troubles connection={connection} />
          <div class="cards">
            <section class="card">
              <h2>{text('account.health')}</h2>
              <HealthFacts connection={connection} />
              <footer>
                <Freshness query={query} />
              </footer>
            </section>
            {connection.import != null && <ImportCard progress={connection.import} />}
            <Proof id={account.id} />
          </div>
          <KindsOfRecord id={account.id} />
        </>
      )}
    </Loaded>
  )
}
