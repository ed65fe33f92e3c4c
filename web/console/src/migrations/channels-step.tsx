/** Step 4: what each listing is on each channel, and which listing here it becomes once the channel is connected here. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { Badge } from '../ui/badge.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'
import { Problem } from '../ui/problem.tsx'
import { Table } from '../ui/table.tsx'
import { useAction } from '../ui/use-action.ts'
import { migrationKey } from './migration-api.ts'
import { ownUnitsKey, unitKey, useOwnUnits, type OwnUnit } from './own-units.ts'
import type { Migration } from './steps.ts'

type ChannelMapRow = components['schemas']['ChannelMapRow']
type ChannelMapSource = components['schemas']['ChannelMapSource']

/** What a channel calls a listing of the old system. */
interface ChannelName {
  channel: 'airbnb' | 'booking' | 'vrbo'
  words: string
  unitId: string | null
  url: string | undefined
}

const namesOf = ({ airbnb, booking, vrbo }: ChannelMapRow): ChannelName[] => [
  ...(airbnb
    ? [{ channel: 'airbnb' as const, words: airbnb.listingId, unitId: airbnb.listingId, url: airbnb.url }]
    : []),
  ...(booking
    ? [
        {
          channel: 'booking' as const,
          words: booking.roomId === null ? booking.hotelId : `${booking.hotelId} / ${booking.roomId}`,
          unitId: booking.roomId,
          url: undefined,
        },
      ]
    : []),
  ...(vrbo ? [{ channel: 'vrbo' as const, words: vrbo.listingId, unitId: null, url: vrbo.url }] : []),
]

/** Which listing of this workspace a unit of the channel is of; a suggestion is taken over by saving it. */
function UnitListing({ own: { connectionId, unit, options }, label }: { own: OwnUnit; label: string }) {
  const current = unit.current_listing_id ?? unit.suggested_listing_id
  const [chosen, setChosen] = useState(current === null ? '' : String(current))
  const save = useAction(
    async (listingId: string) => {
      const { results } = await answerOf(
        client.POST('/v1/connections/{id}/mappings', {
          params: { path: { id: connectionId } },
          body: {
            mappings: [{ unitId: unit.unit_id, listingId: listingId === '' ? null : Number(listingId) }],
          },
        }),
      )
      const failed = results.find(({ ok }) => !ok)
      return failed?.error?.message ?? null
    },
    {
      onSuccess: (refusal) => {
        if (refusal === null) notify(text('move.mapSaved'))
        void queryClient.invalidateQueries({ queryKey: ownUnitsKey })
      },
    },
  )
  const isSaved = chosen === (unit.current_listing_id === null ? '' : String(unit.current_listing_id))
  const isSuggestion = unit.current_listing_id === null && unit.suggested_listing_id !== null
  return (
    <div class="mapping">
      <select aria-label={label} value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
        <option value="">{text('move.mapNone')}</option>
        {options.map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </select>
      {isSuggestion && <Badge tone="warn">{text('move.suggested')}</Badge>}
      {!isSaved && (
        <button
          type="button"
          class="second"
          aria-disabled={save.isPending}
          onClick={() => {
            if (!save.isPending) save.mutate(chosen)
          }}
        >
          {save.isPending ? text('busy') : text('move.mapSave')}
        </button>
      )}
      {save.error !== null && <Problem error={save.error} />}
      {save.data != null && <p class="notice bad">{save.data}</p>}
    </div>
  )
}

function Here({ name, row }: { name: ChannelName; row: ChannelMapRow }) {
  const units = useOwnUnits()
  const mayWrite = useMayWrite()
  const own = name.unitId === null ? undefined : units.data?.get(unitKey(name.channel, name.unitId))
  if (units.error !== null) return <Problem error={units.error} />
  if (units.data === undefined) return <>{text('busy')}</>
  if (own === undefined) return <Badge>{text('move.notConnected')}</Badge>
  if (mayWrite)
    return (
      <UnitListing
        own={own}
        label={text('move.mapOf', {
          channel: wordFor('platform', name.channel),
          listing: row.name ?? name.words,
        })}
      />
    )
  const listing = own.options.find(({ id }) => id === own.unit.current_listing_id)
  return listing === undefined ? <Badge>{text('move.mapNone')}</Badge> : <>{listing.name}</>
}

interface ChannelRow {
  key: string
  row: ChannelMapRow
  /** Null: the listing is on no channel. */
  name: ChannelName | null
}

function rowsOf(row: ChannelMapRow): ChannelRow[] {
  const key = `${row.connectionId} ${row.externalListingId}`
  const names = namesOf(row)
  if (names.length === 0) return [{ key, row, name: null }]
  return names.map((name) => ({ key: `${key} ${name.channel} ${name.words}`, row, name }))
}

function SourceNotes({ sources }: { sources: readonly ChannelMapSource[] }) {
  return (
    <>
      {sources
        .filter(({ supported, error }) => !supported || error !== null)
        .map(({ connectionId, provider, reason, error }) => (
          <p key={connectionId} class={error === null ? 'notice warn' : 'notice bad'}>
            <span>
              <strong>{wordFor('provider', provider)}</strong>: {error ?? reason}
            </span>
          </p>
        ))}
    </>
  )
}

function ChannelRows({ listings }: { listings: readonly ChannelMapRow[] }) {
  if (listings.length === 0) return <p class="soft">{text('move.mapEmpty')}</p>
  return (
    <Table
      caption={text('moveStep.channels')}
      columns={[
        { title: text('stay.listing'), cell: ({ row }) => row.name ?? row.externalListingId },
        {
          title: text('stay.channel'),
          cell: ({ name }) =>
            name === null ? (
              <span class="soft">{text('move.noChannel')}</span>
            ) : (
              <>
                {wordFor('platform', name.channel)}{' '}
                {name.url === undefined ? (
                  <code>{name.words}</code>
                ) : (
                  <a href={name.url} rel="noreferrer" target="_blank">
                    {name.words}
                  </a>
                )}
              </>
            ),
        },
        {
          title: text('move.mapHere'),
          cell: ({ name, row }) => (name === null ? '–' : <Here name={name} row={row} />),
        },
      ]}
      rows={listings.flatMap(rowsOf)}
      keyOf={({ key }) => key}
    />
  )
}

export function ChannelsStep({ migration }: { migration: Migration }) {
  const { workspaceId, state } = migration
  const query = useQuery({
    queryKey: [...migrationKey(workspaceId), 'channel map'],
    queryFn: async ({ signal }) =>
      (
        await answerOf(
          client.GET('/v1/migrations/{workspaceId}/channel-map', {
            params: { path: { workspaceId } },
            signal,
          }),
        )
      ).data,
    enabled: state !== 'awaiting_connection',
    staleTime: 60_000,
  })
  if (state === 'awaiting_connection') return <p class="soft">{text('move.afterReading')}</p>
  return (
    <>
      <p class="prose">
        {text('move.channelsLead')} <a href={pathTo('/accounts')}>{text('move.toAccounts')}</a>
      </p>
      <Loaded query={query}>
        {({ sources, listings }) => (
          <>
            <SourceNotes sources={sources} />
            <ChannelRows listings={listings} />
            <Freshness query={query} />
          </>
        )}
      </Loaded>
    </>
  )
}
