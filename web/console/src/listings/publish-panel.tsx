/** Sends texts, photos and rules to a channel: tried first, then sent, with what became of each section. */
import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { text, wordFor } from '../text/text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Problem } from '../ui/problem.tsx'
import { useAction } from '../ui/use-action.ts'
import { readListingAnew } from './listing-data.ts'
import { PublishOutcome } from './publish-result.tsx'

export interface PublishTarget {
  listingId: string
  channel: 'airbnb' | 'booking'
  /** The link of Airbnb, or the property of Booking.com, where there may be several. */
  linkId: string | undefined
}

/** Whether guests are to find it afterwards; at Booking.com that is said elsewhere. */
type Way = 'push' | 'publish'

async function send({ listingId: id, channel, linkId }: PublishTarget, way: Way, isTrial: boolean) {
  const query = isTrial ? { dry_run: true } : {}
  if (channel === 'booking') {
    const body = linkId === undefined ? {} : { hotelId: linkId }
    return (
      await answerOf(
        client.POST('/v1/listings/{id}/publish/booking', { params: { path: { id }, query }, body }),
      )
    ).result
  }
  const link = linkId === undefined ? {} : { airbnbConnectionId: linkId }
  const reply = await answerOf(
    client.POST('/v1/channels/airbnb/listings/{id}', {
      params: { path: { id }, query },
      body: { action: way, ...link },
    }),
  )
  if (!('result' in reply)) throw new Error('the answer has no result')
  return reply.result
}

function PublishDialog({ target, way, onClose }: { target: PublishTarget; way: Way; onClose: () => void }) {
  const { listingId, channel } = target
  const trial = useQuery({
    queryKey: ['publish trial', listingId, channel, target.linkId, way],
    queryFn: () => send(target, way, true),
    staleTime: 0,
    gcTime: 0,
  })
  const action = useAction(() => send(target, way, false), {
    onSettled: () => void readListingAnew(listingId),
  })
  const name = wordFor('provider', channel)
  return (
    <Dialog title={text(`publish.title.${way}`, { channel: name })} onClose={onClose}>
      <p>{text(way === 'push' ? 'publish.lead' : 'publish.openLead', { channel: name })}</p>
      {action.data === undefined ? (
        <Loaded query={trial}>
          {(result) => <PublishOutcome result={result} channel={channel} isTrial />}
        </Loaded>
      ) : (
        <PublishOutcome result={action.data} channel={channel} isTrial={false} />
      )}
      {action.error !== null && <Problem error={action.error} />}
      <div class="actions">
        {action.data === undefined && (
          <button
            type="button"
            class="main"
            aria-disabled={trial.data === undefined || action.isPending}
            onClick={() => {
              if (trial.data !== undefined && !action.isPending) action.mutate()
            }}
          >
            {action.isPending ? text('publish.sending') : text(`publish.${way}`)}
          </button>
        )}
        <button type="button" class="second" onClick={onClose}>
          {text(action.data === undefined ? 'link.cancel' : 'close')}
        </button>
      </div>
    </Dialog>
  )
}

interface SwitchProps {
  target: PublishTarget
  isLive: boolean
  onClose: () => void
}

/** Opens or closes the listing on Airbnb. */
function SwitchDialog({ target: { listingId: id, linkId }, isLive, onClose }: SwitchProps) {
  const action = useAction(
    () =>
      answerOf(
        client.POST('/v1/channels/airbnb/listings/{id}', {
          params: { path: { id } },
          body: {
            action: isLive ? 'unlist' : 'relist',
            ...(linkId === undefined ? {} : { airbnbConnectionId: linkId }),
          },
        }),
      ),
    { onSuccess: onClose, onSettled: () => void readListingAnew(id) },
  )
  return (
    <Dialog title={text(isLive ? 'publish.closeTitle' : 'publish.reopenTitle')} onClose={onClose}>
      <p>{text(isLive ? 'publish.closeLead' : 'publish.reopenLead')}</p>
      {action.error !== null && <Problem error={action.error} />}
      <div class="actions">
        <button
          type="button"
          class={isLive ? 'danger' : 'main'}
          aria-disabled={action.isPending}
          onClick={() => {
            if (!action.isPending) action.mutate()
          }}
        >
          {action.isPending ? text('busy') : text(isLive ? 'publish.close' : 'publish.reopen')}
        </button>
        <button type="button" class="second" onClick={onClose}>
          {text('link.cancel')}
        </button>
      </div>
    </Dialog>
  )
}

/** `isLive` is null where the channel does not say whether guests find it. */
export function PublishPanel({ target, isLive }: { target: PublishTarget; isLive: boolean | null }) {
  const [open, setOpen] = useState<Way | 'switch' | null>(null)
  const close = () => setOpen(null)
  return (
    <div class="actions">
      <button type="button" class="second" onClick={() => setOpen('push')}>
        {text('publish.pushDots')}
      </button>
      {target.channel === 'airbnb' && (
        <>
          {isLive !== true && (
            <button type="button" class="second" onClick={() => setOpen('publish')}>
              {text('publish.publishDots')}
            </button>
          )}
          {isLive !== null && (
            <button type="button" class="link" onClick={() => setOpen('switch')}>
              {text(isLive ? 'publish.closeDots' : 'publish.reopenDots')}
            </button>
          )}
        </>
      )}
      {(open === 'push' || open === 'publish') && (
        <PublishDialog target={target} way={open} onClose={close} />
      )}
      {open === 'switch' && <SwitchDialog target={target} isLive={isLive === true} onClose={close} />}
    </div>
  )
}
