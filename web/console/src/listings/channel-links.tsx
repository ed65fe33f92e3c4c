/** Which units of connected channels this home is, which it may be, and which could be linked with it. */
import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Badge } from '../ui/badge.tsx'
import { Busy } from '../ui/busy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Freshness } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'
import { Problem } from '../ui/problem.tsx'
import { Select } from '../ui/select.tsx'
import { readLinksAnew, useChannelUnits, useConnections, type ChannelUnit } from './channel-data.ts'
import { LinkUnit, UnlinkUnit } from './link-unit.tsx'
import { rejectSuggestion, restoreSuggestions, useRejectedSuggestions } from './rejected-suggestions.ts'

interface LinkedListing {
  id: string
  name: string
}

const nameOf = ({ connection, unit_id }: ChannelUnit, listingId: string) =>
  `${connection.id} ${unit_id} ${listingId}`

/** The name of a unit, with the account where there are several. */
const UnitName = ({ unit }: { unit: ChannelUnit }) => (
  <>
    <strong>{wordFor('provider', unit.connection.provider)}</strong>
    <span>{unit.unit_name}</span>
    <code>{unit.unit_id}</code>
  </>
)

const isWritten = ({ meta }: ChannelUnit): boolean =>
  (meta as Record<string, unknown>)['calendar_sync'] === true

interface LinkActions {
  onLink: (unit: ChannelUnit) => void
  onUnlink: (unit: ChannelUnit) => void
}

const Linked = ({ units, onLink, onUnlink }: { units: ChannelUnit[] } & Partial<LinkActions>) => (
  <ul class="rows">
    {units.map((unit) => (
      <li key={nameOf(unit, '')}>
        <UnitName unit={unit} />
        <Badge tone={isWritten(unit) ? 'good' : 'calm'}>
          {text(isWritten(unit) ? 'link.written' : 'link.onlyRead')}
        </Badge>
        {onLink && (
          <button type="button" class="link" onClick={() => onLink(unit)}>
            {text('link.change')}
          </button>
        )}
        {onUnlink && (
          <button type="button" class="link" onClick={() => onUnlink(unit)}>
            {text('link.off')}
          </button>
        )}
      </li>
    ))}
  </ul>
)

interface SuggestionsProps {
  listing: LinkedListing
  units: ChannelUnit[]
  onLink: (unit: ChannelUnit) => void
}

/** Units that have exactly the name of this home. */
function Suggestions({ listing, units, onLink }: SuggestionsProps) {
  const rejected = useRejectedSuggestions()
  if (rejected === null) return null
  const open = units.filter((unit) => !rejected.has(nameOf(unit, listing.id)))
  const hidden = units.filter((unit) => !open.includes(unit))
  return (
    <>
      {open.length > 0 && <h3>{text('link.suggested')}</h3>}
      <ul class="rows">
        {open.map((unit) => (
          <li key={nameOf(unit, '')}>
            <UnitName unit={unit} />
            <span class="soft small">{text('link.sameName')}</span>
            <button type="button" class="second" onClick={() => onLink(unit)}>
              {text('link.accept')}
            </button>
            <ActionButton kind="link" run={() => rejectSuggestion(nameOf(unit, listing.id))}>
              {text('link.reject')}
            </ActionButton>
          </li>
        ))}
      </ul>
      {hidden.length > 0 && (
        <p class="small soft">
          {text('link.hidden', { count: hidden.length })}{' '}
          <ActionButton
            kind="link"
            run={() => restoreSuggestions(hidden.map((unit) => nameOf(unit, listing.id)))}
          >
            {text('link.showHidden')}
          </ActionButton>
        </p>
      )}
    </>
  )
}

/** Vrbo fetches feeds, so its link is a place in a feed. */
function VrboFeed({ listing, isIn }: { listing: LinkedListing; isIn: boolean }) {
  const [isLeaving, setLeaving] = useState(false)
  const send = (syncEnabled: boolean) =>
    answerOf(client.POST('/v1/channels/vrbo/listings/map', { body: { listingId: listing.id, syncEnabled } }))
  const done = (words: 'link.vrboIn' | 'link.vrboOut') => () => {
    notify(text(words))
    setLeaving(false)
    readLinksAnew(listing.id)
  }
  if (!isIn)
    return (
      <ActionButton run={() => send(true)} onDone={done('link.vrboIn')}>
        {text('link.vrboPut')}
      </ActionButton>
    )
  return (
    <>
      <button type="button" class="second" onClick={() => setLeaving(true)}>
        {text('link.vrboTake')}
      </button>
      {isLeaving && (
        <Dialog title={text('link.vrboTitle')} onClose={() => setLeaving(false)}>
          <p>{text('link.vrboLead')}</p>
          <div class="actions">
            <ActionButton kind="danger" run={() => send(false)} onDone={done('link.vrboOut')}>
              {text('link.vrboTake')}
            </ActionButton>
            <button type="button" class="second" onClick={() => setLeaving(false)}>
              {text('link.keep')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}

interface AnotherProps {
  units: ChannelUnit[]
  onLink: (unit: ChannelUnit) => void
}

const Another = ({ units, onLink }: AnotherProps) => (
  <Select
    label={text('link.another')}
    value=""
    onChange={(name) => {
      const unit = units.find((one) => nameOf(one, '') === name)
      if (unit) onLink(unit)
    }}
    options={[
      { value: '', label: text('link.choose', { count: units.length }) },
      ...units.map((unit) => ({
        value: nameOf(unit, ''),
        label: `${wordFor('provider', unit.connection.provider)}: ${unit.unit_name} (${unit.unit_id})`,
      })),
    ]}
  />
)

export function ChannelLinks({ listing, isInVrboFeed }: { listing: LinkedListing; isInVrboFeed: boolean }) {
  const mayWrite = useMayWrite()
  const read = useChannelUnits()
  const connections = useConnections()
  const [linking, setLinking] = useState<ChannelUnit | null>(null)
  const [leaving, setLeaving] = useState<ChannelUnit | null>(null)
  const own = read.units.filter(({ current_listing_id }) => String(current_listing_id) === listing.id)
  const free = read.units.filter(({ current_listing_id }) => current_listing_id === null)
  const suggested = free.filter(({ suggested_listing_id }) => String(suggested_listing_id) === listing.id)
  const hasVrbo = (connections.data?.data ?? []).some(
    ({ provider, status }) => provider === 'vrbo' && status === 'active',
  )
  return (
    <section class="card wide">
      <h2>{text('link.heading')}</h2>
      {read.error !== null && <Problem error={read.error} onRetry={read.refetch} />}
      {read.isPending && read.error === null && <Busy />}
      {!read.isPending && own.length === 0 && (
        <p class="soft">
          {text(read.units.length === 0 ? 'link.noAccount' : 'link.none')}{' '}
          {read.units.length === 0 && <a href={pathTo('/accounts')}>{text('nav.accounts')}</a>}
        </p>
      )}
      <Linked units={own} {...(mayWrite ? { onLink: setLinking, onUnlink: setLeaving } : {})} />
      {mayWrite && <Suggestions listing={listing} units={suggested} onLink={setLinking} />}
      {mayWrite && free.length > 0 && <Another units={free} onLink={setLinking} />}
      {mayWrite && (hasVrbo || isInVrboFeed) && <VrboFeed listing={listing} isIn={isInVrboFeed} />}
      <footer>
        <Freshness query={read} />
      </footer>
      {linking !== null && <LinkUnit listing={listing} unit={linking} onClose={() => setLinking(null)} />}
      {leaving !== null && <UnlinkUnit listing={listing} unit={leaving} onClose={() => setLeaving(null)} />}
    </section>
  )
}
