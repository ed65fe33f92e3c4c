/** Step 8: three days in which the old system is still looked at, what changed there since, and the way back. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { moment, shortDate, timeAgo } from '../format/dates.ts'
import { count } from '../format/money.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Facts } from '../ui/facts.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { inMigration, migrationKey, refreshMigrations } from './migration-api.ts'
import type { Migration } from './steps.ts'
import { TypedConfirmation } from './typed-confirmation.tsx'

type Watch = NonNullable<Migration['watch']>
type FoundStay = components['schemas']['MigrationWatchStayFoundEvent']['data']

const everyMs = 30_000

const changeTone: Record<FoundStay['change'], Tone> = { new: 'bad', changed: 'warn', cancelled: 'warn' }

const columns: Column<FoundStay>[] = [
  {
    title: text('stay.code'),
    cell: ({ confirmationCode, externalReservationId }) => (
      <code>
        {confirmationCode === null || confirmationCode === '' ? externalReservationId : confirmationCode}
      </code>
    ),
  },
  {
    title: text('move.difference'),
    cell: ({ change }) => <Badge tone={changeTone[change]}>{wordFor('foundStay', change)}</Badge>,
  },
  {
    title: text('stay.dates'),
    cell: ({ checkIn, checkOut }) => `${shortDate(checkIn)} – ${shortDate(checkOut)}`,
  },
  { title: text('stay.channel'), cell: ({ platform }) => wordFor('platform', platform) },
  { title: text('move.foundAt'), cell: ({ foundAt }) => timeAgo(foundAt) },
]

/** Stays that the old system got since: each has to be made in the new one by hand. */
function FoundStays({ id }: { id: string }) {
  const query = useQuery({
    queryKey: [...migrationKey(id), 'found stays'],
    queryFn: async ({ signal }) => {
      const { data } = await answerOf(
        client.GET('/v1/events', {
          params: { query: { type: 'migration.watch.stay_found', limit: 500 }, ...inMigration(id) },
          signal,
        }),
      )
      return data
        .map(({ eventId, data: stay }) => ({ ...(stay as unknown as FoundStay), eventId }))
        .toReversed()
    },
    refetchInterval: everyMs,
  })
  return (
    <>
      <Loaded query={query}>
        {(stays) =>
          stays.length === 0 ? (
            <p class="soft">{text('move.nothingFound')}</p>
          ) : (
            <Table
              caption={text('move.found')}
              columns={columns}
              rows={stays}
              keyOf={({ externalReservationId, foundAt }) => `${externalReservationId} ${foundAt}`}
            />
          )
        }
      </Loaded>
      <Freshness query={query} />
    </>
  )
}

function Sources({ sources }: Pick<Watch, 'sources'>) {
  return (
    <ul class="rows">
      {sources.map(({ connectionId, provider, watched, lastLookedAt, found, lastError }) => (
        <li key={connectionId}>
          <strong>{wordFor('provider', provider)}</strong>
          <span class="soft">
            {watched
              ? lastLookedAt === null
                ? text('move.notLooked')
                : text('move.lookedAt', { ago: timeAgo(lastLookedAt) })
              : text('move.onlyKept')}
          </span>
          {found > 0 && <Badge tone="bad">{text('move.foundCount', { count: found })}</Badge>}
          {lastError !== undefined && <Badge tone="warn">{lastError}</Badge>}
        </li>
      ))}
    </ul>
  )
}

function WayBack({ migration, onClose }: { migration: Migration; onClose: () => void }) {
  const { workspaceId, name } = migration
  return (
    <TypedConfirmation
      title={text('move.backTitle')}
      words={name}
      button={text('move.backNow')}
      run={() =>
        answerOf(client.POST('/v1/migrations/{workspaceId}/rollback', { params: { path: { workspaceId } } }))
      }
      onDone={() => {
        notify(text('move.backDone'))
        refreshMigrations()
        onClose()
      }}
      onClose={onClose}
    >
      <ul>
        <li>{text('move.backConnects')}</li>
        <li>{text('move.backReads')}</li>
        <li>{text('move.backAgain')}</li>
      </ul>
    </TypedConfirmation>
  )
}

export function WatchStep({ migration }: { migration: Migration }) {
  const { workspaceId, watch, cutoverAt } = migration
  const mayWrite = useMayWrite()
  const [isAsking, setAsking] = useState(false)
  if (watch === undefined)
    return <p class="soft">{text(cutoverAt == null ? 'move.watchLater' : 'move.watchNever')}</p>
  const isWatching = watch.state === 'watching'
  return (
    <>
      <Facts
        facts={[
          [
            text('move.state'),
            <Badge key="state" tone={isWatching ? 'calm' : 'good'}>
              {wordFor('watchState', watch.state)}
            </Badge>,
          ],
          isWatching
            ? [text('move.backUntil'), `${moment(watch.until)} (${timeAgo(watch.until)})`]
            : [text('move.watchEnd'), moment(watch.endedAt)],
          [text('move.found'), count(watch.found)],
        ]}
      />
      <Sources sources={watch.sources} />
      <h3>{text('move.found')}</h3>
      <FoundStays id={workspaceId} />
      {isWatching && mayWrite && (
        <p>
          <button type="button" class="danger" onClick={() => setAsking(true)}>
            {text('move.back')}
          </button>
        </p>
      )}
      {isAsking && <WayBack migration={migration} onClose={() => setAsking(false)} />}
    </>
  )
}
