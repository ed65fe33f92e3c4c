import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { text, wordFor } from '../text/text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Json } from '../ui/json.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Select } from '../ui/select.tsx'

type CustomSchema = components['schemas']['CustomSchema']

const kinds = ['reservations', 'listings', 'guests', 'conversations', 'reviews'] as const
type RecordKind = (typeof kinds)[number]

const mostRecords = 20

/** The first records of a kind, in a shape of the API or one's own. */
async function readRecords(kind: RecordKind, schema: string | null, signal: AbortSignal): Promise<unknown[]> {
  const options = {
    params: { query: { limit: mostRecords } },
    ...(schema === null ? {} : { headers: { 'x-schema': schema } }),
    signal,
  }
  const answer = {
    reservations: () => answerOf(client.GET('/v1/reservations', options)),
    listings: () => answerOf(client.GET('/v1/listings', options)),
    guests: () => answerOf(client.GET('/v1/guests', options)),
    conversations: () => answerOf(client.GET('/v1/conversations', options)),
    reviews: () => answerOf(client.GET('/v1/reviews', options)),
  }[kind]
  return (await answer()).data
}

const useRecords = (kind: RecordKind, schema: string | null) =>
  useQuery({
    queryKey: ['schema preview', kind, schema],
    queryFn: ({ signal }) => readRecords(kind, schema, signal),
    staleTime: 0,
  })

/** A record as it is, and in the shape of the schema. */
export function SchemaPreview({ schema, onClose }: { schema: CustomSchema; onClose: () => void }) {
  const [kind, setKind] = useState<RecordKind>('reservations')
  const [place, setPlace] = useState('0')
  const native = useRecords(kind, null)
  const shaped = useRecords(kind, schema.name)
  const labelOf = (record: unknown) => {
    const { id, name, guestName } = record as Record<string, string | null | undefined>
    return `${id ?? ''} ${name ?? guestName ?? ''}`.trim()
  }
  return (
    <Dialog title={text('schema.previewOf', { name: schema.name })} kind="side" onClose={onClose}>
      {!schema.active && <p class="notice warn">{text('schema.inactiveLead')}</p>}
      <div class="pair">
        <Select
          label={text('schema.kind')}
          value={kind}
          onChange={(value) => {
            setKind(kinds.find((known) => known === value) ?? 'reservations')
            setPlace('0')
          }}
          options={kinds.map((value) => ({ value, label: wordFor('schemaKind', value) }))}
        />
        <Select
          label={text('schema.record')}
          value={place}
          onChange={setPlace}
          options={(native.data ?? []).map((record, index) => ({
            value: String(index),
            label: labelOf(record),
          }))}
        />
      </div>
      <Loaded query={shaped}>
        {(records) =>
          records.length === 0 ? (
            <p class="soft">{text('schema.noRecords')}</p>
          ) : (
            <Json label={text('schema.shaped')} value={records[Number(place)]} />
          )
        }
      </Loaded>
      <details>
        <summary>{text('schema.asItIs')}</summary>
        <Json label={text('schema.asItIs')} value={native.data?.[Number(place)] ?? null} />
      </details>
    </Dialog>
  )
}
