/** What each channel adds to the price of the home: tried first, because a hotel's markup is shared by its listings. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { percent } from '../format/money.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { useListingNames } from '../ui/listing-names.ts'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'
import { Problem } from '../ui/problem.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { useAction } from '../ui/use-action.ts'
import type { ListingDetail } from './listing-data.ts'

type Markups = components['schemas']['Markups']
type MarkupBody = components['schemas']['MarkupBody']

interface MarkupRow {
  channel: MarkupBody['channel']
  /** What the channel calls the listing, or the property that shares the markup. */
  externalId: string
  markupPercent: number | null
  shared: readonly string[]
}

const rowsOf = ({ id, airbnb, booking, vrbo }: Markups): MarkupRow[] => [
  ...airbnb.map(({ airbnbId, markupPercent }) => ({
    channel: 'airbnb' as const,
    externalId: airbnbId,
    markupPercent,
    shared: [],
  })),
  ...booking.map(({ hotelId, markupPercent, listingIds }) => ({
    channel: 'booking' as const,
    externalId: hotelId,
    markupPercent,
    shared: listingIds.filter((one) => one !== id),
  })),
  ...vrbo.map(({ vrboId, markupPercent }) => ({
    channel: 'vrbo' as const,
    externalId: vrboId,
    markupPercent,
    shared: [],
  })),
]

interface MarkupDialogProps {
  id: string
  row: MarkupRow
  onClose: () => void
}

function useMarkupWrites(id: string, onClose: () => void) {
  const send = (body: MarkupBody, isTrial: boolean) =>
    answerOf(
      client.PUT('/v1/listings/{id}/markups', {
        params: { path: { id }, query: isTrial ? { dry_run: true } : {} },
        body,
      }),
    )
  const trial = useAction((body: MarkupBody) => send(body, true))
  const write = useAction((body: MarkupBody) => send(body, false), {
    onSuccess: ({ pricesResent }) => {
      notify(text(pricesResent ? 'markup.savedSending' : 'markup.saved'))
      void queryClient.invalidateQueries({ queryKey: ['listing'] })
      onClose()
    },
  })
  return { trial, write }
}

function MarkupDialog({ id, row, onClose }: MarkupDialogProps) {
  const names = useListingNames()
  const [typed, setTyped] = useState(row.markupPercent === null ? '' : String(row.markupPercent))
  const { trial, write } = useMarkupWrites(id, onClose)
  const body: MarkupBody = {
    channel: row.channel,
    markupPercent: typed.trim() === '' ? null : Number(typed),
    ...(row.channel === 'booking' ? { hotelId: row.externalId } : {}),
  }
  const isPending = trial.isPending || write.isPending
  return (
    <Dialog title={text('markup.title', { channel: wordFor('provider', row.channel) })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isPending) return
          if (trial.data === undefined) trial.mutate(body)
          else write.mutate(body)
        }}
      >
        <label class="field">
          <span>{text('markup.percent')}</span>
          <input
            type="number"
            inputMode="decimal"
            min={0}
            max={1000}
            step="0.01"
            value={typed}
            onInput={(event) => {
              setTyped(event.currentTarget.value)
              trial.reset()
            }}
          />
        </label>
        <p class="soft small">{text('markup.help')}</p>
        {trial.data !== undefined && (
          <div class="preview" role="status">
            <p>
              {trial.data.changed
                ? text('markup.would', {
                    names: trial.data.affectedListingIds.map((one) => names.get(one) ?? one).join(', '),
                  })
                : text('markup.same')}
            </p>
          </div>
        )}
        {trial.error !== null && <Problem error={trial.error} />}
        {write.error !== null && <Problem error={write.error} />}
        <div class="actions">
          <button class="main" aria-disabled={isPending || trial.data?.changed === false}>
            {isPending ? text('busy') : text(trial.data === undefined ? 'markup.try' : 'markup.save')}
          </button>
          <button type="button" class="second" onClick={onClose}>
            {text('link.cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

export function MarkupList({ listing: { id } }: { listing: ListingDetail }) {
  const mayWrite = useMayWrite()
  const names = useListingNames()
  const [open, setOpen] = useState<MarkupRow | null>(null)
  const query = useQuery({
    queryKey: ['listing', id, 'markups'],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/listings/{id}/markups', { params: { path: { id } }, signal })),
  })
  const columns: Column<MarkupRow>[] = [
    {
      title: text('markup.channel'),
      cell: ({ channel, externalId }) => (
        <>
          <strong>{wordFor('provider', channel)}</strong> <code>{externalId}</code>
        </>
      ),
    },
    {
      title: text('markup.added'),
      isNumber: true,
      cell: ({ markupPercent }) =>
        markupPercent === null ? text('markup.none') : `+ ${percent(markupPercent / 100)}`,
    },
    {
      title: text('markup.sharedBy'),
      cell: ({ shared }) =>
        shared.length === 0 ? '–' : shared.map((one) => names.get(one) ?? one).join(', '),
    },
    ...(mayWrite
      ? [
          {
            title: text('markup.change'),
            cell: (row: MarkupRow) => (
              <button
                type="button"
                class="link"
                aria-label={text('markup.changeOf', { channel: wordFor('provider', row.channel) })}
                onClick={() => setOpen(row)}
              >
                {text('markup.changeDots')}
              </button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Loaded query={query}>
      {(markups) => {
        const rows = rowsOf(markups)
        return (
          <>
            <p class="soft">{text('markup.lead')}</p>
            {rows.length === 0 ? (
              <Empty title={text('markup.empty')}>
                <p>{text('markup.emptyLead')}</p>
              </Empty>
            ) : (
              <Table
                caption={text('listing.markups')}
                columns={columns}
                rows={rows}
                keyOf={({ channel, externalId }) => `${channel} ${externalId}`}
              />
            )}
            <Freshness query={query} />
            {open !== null && <MarkupDialog id={id} row={open} onClose={() => setOpen(null)} />}
          </>
        )
      }}
    </Loaded>
  )
}
