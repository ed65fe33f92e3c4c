/** The newest events, as they happen. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { moment } from '../format/dates.ts'
import { text } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { Json } from '../ui/json.tsx'
import { Table, type Column } from '../ui/table.tsx'

type Event = components['schemas']['LoggedEvent']

const shown = 100
/** The API has no stream of events; asking stops while nobody looks at the window. */
const everyMs = 2_000
const queryKey = ['events', 'newest']

interface EventTail {
  /** Newest first. */
  events: Event[]
  /** The number that the next reading begins behind. */
  after: number
}

const readAfter = (after: number, signal: AbortSignal) =>
  answerOf(client.GET('/v1/events', { params: { query: { after, limit: shown } }, signal }))

/** The log is read from a number on, so the newest events are those after the last number minus as many as are shown. */
async function readFirst(signal: AbortSignal): Promise<EventTail> {
  const { log } = await answerOf(client.GET('/v1/events', { params: { query: { limit: 1 } }, signal }))
  const { data, nextAfter } = await readAfter(Math.max(0, log.latest - shown), signal)
  return { events: data.toReversed(), after: nextAfter }
}

/** What came since the last reading goes on top. */
async function readOn({ events, after }: EventTail, signal: AbortSignal): Promise<EventTail> {
  const { data, nextAfter } = await readAfter(after, signal)
  return { events: [...data.toReversed(), ...events].slice(0, shown), after: nextAfter }
}

export function EventLog() {
  const [chosen, choose] = useAddressState('event')
  const [isPaused, setPaused] = useState(false)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const known = queryClient.getQueryData<EventTail>(queryKey)
      return known === undefined ? readFirst(signal) : readOn(known, signal)
    },
    refetchInterval: isPaused ? false : everyMs,
  })
  const open = query.data?.events.find(({ eventId }) => eventId === chosen)
  const columns: Column<Event>[] = [
    { title: text('event.number'), isNumber: true, cell: ({ sequence }) => sequence ?? '–' },
    {
      title: text('event.kind'),
      cell: (event) => (
        <button type="button" class="link" onClick={() => choose(event.eventId)}>
          {event.event}
        </button>
      ),
    },
    { title: text('event.at'), cell: ({ timestamp }) => moment(timestamp) },
  ]
  return (
    <>
      <p>
        {text('event.lead', { count: shown })}{' '}
        <button type="button" class="second" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          {text(isPaused ? 'event.goOn' : 'event.pause')}
        </button>{' '}
        <Freshness query={query} />
      </p>
      <Loaded query={query}>
        {({ events }) =>
          events.length === 0 ? (
            <p class="soft">{text('event.none')}</p>
          ) : (
            <Table
              caption={text('dev.events')}
              columns={columns}
              rows={events}
              keyOf={({ eventId }) => eventId}
            />
          )
        }
      </Loaded>
      {open !== undefined && (
        <Dialog title={open.event} kind="side" onClose={() => choose('')}>
          <Json label={open.event} value={open} />
        </Dialog>
      )}
    </>
  )
}
