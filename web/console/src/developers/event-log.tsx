/** The newest events, as they happen. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { moment } from '../format/dates.ts'
import { text } from '../text/text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { Json } from '../ui/json.tsx'
import { Table, type Column } from '../ui/table.tsx'

type Event = components['schemas']['LoggedEvent']

const shown = 100
const everyMs = 5_000

/** The log is read from a number on, so the newest events are those after the last number minus as many as are shown. */
async function readNewest(signal: AbortSignal): Promise<Event[]> {
  const { log } = await answerOf(client.GET('/v1/events', { params: { query: { limit: 1 } }, signal }))
  const after = Math.max(0, log.latest - shown)
  const { data } = await answerOf(
    client.GET('/v1/events', { params: { query: { after, limit: shown } }, signal }),
  )
  return data.toReversed()
}

export function EventLog() {
  const [open, setOpen] = useState<Event | null>(null)
  const query = useQuery({
    queryKey: ['events', 'newest'],
    queryFn: ({ signal }) => readNewest(signal),
    refetchInterval: everyMs,
  })
  const columns: Column<Event>[] = [
    { title: text('event.number'), isNumber: true, cell: ({ sequence }) => sequence ?? '–' },
    {
      title: text('event.kind'),
      cell: (event) => (
        <button type="button" class="link" onClick={() => setOpen(event)}>
          {event.event}
        </button>
      ),
    },
    { title: text('event.at'), cell: ({ timestamp }) => moment(timestamp) },
  ]
  return (
    <>
      <p>
        {text('event.lead', { count: shown })} <Freshness query={query} />
      </p>
      <Loaded query={query}>
        {(events) =>
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
      {open !== null && (
        <Dialog title={open.event} kind="side" onClose={() => setOpen(null)}>
          <Json label={open.event} value={open} />
        </Dialog>
      )}
    </>
  )
}
