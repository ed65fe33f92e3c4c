/** Where a home is sold: its links, what each channel shows against what is wanted, and sending. */
import type { components } from '../api/schema.ts'
import { moment, timeAgo } from '../format/dates.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { useAddressState } from '../ui/address-state.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { Select } from '../ui/select.tsx'
import { useExposure } from './channel-data.ts'
import { ChannelLinks } from './channel-links.tsx'
import { usePublishStatus, type ListingDetail } from './listing-data.ts'
import { PublishPanel } from './publish-panel.tsx'
import { ShownNights } from './shown-nights.tsx'

type Exposure = components['schemas']['Exposure']
type PublishStatus = components['schemas']['PublishStatus']
type PushedChannel = components['schemas']['PushedChannel']
type PublishedConnection = components['schemas']['PublishedConnection']

const ranges = ['30', '90', '365'] as const

const pushTone: Record<PushedChannel['pushStatus'], Tone> = {
  idle: 'calm',
  pushing: 'calm',
  success: 'good',
  error: 'bad',
}

/** Sections that the channel shows otherwise than they stand here, or never got. */
function Content({ pushed }: { pushed: PushedChannel }) {
  const { pushStatus, pushError, lastPushedAt, lastPulledAt, sections, platformHasChanges } = pushed
  const waiting = sections.filter(({ dirtyFields, error }) => dirtyFields.length > 0 || error !== null)
  return (
    <>
      <p>
        <Badge tone={pushTone[pushStatus]}>{wordFor('pushStatus', pushStatus)}</Badge>{' '}
        <span class="soft small">
          {lastPushedAt !== null && text('channel.sentAt', { at: moment(lastPushedAt) })}{' '}
          {lastPulledAt !== null && text('channel.readAt', { ago: timeAgo(lastPulledAt) })}
        </span>
      </p>
      {pushError !== null && <p class="bad-text">{pushError}</p>}
      {platformHasChanges && <p class="notice warn">{text('channel.changedThere')}</p>}
      {waiting.length === 0 ? (
        <p class="soft small">{text('channel.contentSame')}</p>
      ) : (
        <ul class="plain">
          {waiting.map(({ section, dirtyFields, error }) => (
            <li key={section}>
              <strong>{wordFor('section', section)}</strong>:{' '}
              {dirtyFields.length > 0 && text('channel.fieldsWait', { count: dirtyFields.length })}{' '}
              {error !== null && <span class="bad-text">{error}</span>}
              {dirtyFields.length > 0 && (
                <details>
                  <summary class="small">{text('channel.whichFields')}</summary>
                  <p class="small soft">{dirtyFields.join(', ')}</p>
                </details>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface ChannelCardProps {
  listing: ListingDetail
  connection: PublishedConnection
  status: PublishStatus
  exposure: Exposure | undefined
}

/** Airbnb names the link by the connection and the listing there. */
const linkOf = (exposure: Exposure | undefined, { channel, platformId }: PublishedConnection) =>
  exposure?.channels.find((one) => one.channel === channel && one.channelListingId === platformId)

function ChannelCard({ listing, connection, status, exposure }: ChannelCardProps) {
  const mayWrite = useMayWrite()
  const { channel, platformId, connected, channelStatus, channelStatusDetail, lockedFields = [] } = connection
  const link = linkOf(exposure, connection)
  const pushed = status.channels.find((one) => one.platform === channel && one.platformId === platformId)
  const readiness =
    channel === 'airbnb' || channel === 'booking' ? status.addressReadiness[channel] : undefined
  return (
    <section class="card">
      <h2>
        {wordFor('provider', channel)} <code>{platformId}</code>
      </h2>
      <p>
        <Badge tone={connected ? 'good' : 'warn'}>
          {text(connected ? 'channel.connected' : 'channel.notConnected')}
        </Badge>
        {channelStatus !== null && (
          <Badge tone={channelStatus === 'online' ? 'good' : 'warn'}>
            {wordFor('channelStatus', channelStatus)}
          </Badge>
        )}
      </p>
      {channelStatusDetail !== null && <p class="small">{channelStatusDetail}</p>}
      <h3>{text('channel.nights')}</h3>
      {link === undefined ? (
        <p class="soft">{text('channel.noNights')}</p>
      ) : (
        <ShownNights channel={link} currency={exposure?.currency ?? null} />
      )}
      <h3>{text('channel.content')}</h3>
      {pushed === undefined ? <p class="soft">{text('channel.neverSent')}</p> : <Content pushed={pushed} />}
      {readiness?.ready === false && (
        <p class="small">
          {text('channel.addressLacks', {
            parts: readiness.missing.map((part) => wordFor('addressPart', part)).join(', '),
          })}
        </p>
      )}
      {lockedFields.length > 0 && (
        <p class="small">{text('channel.locked', { fields: lockedFields.join(', ') })}</p>
      )}
      {mayWrite && connected && (channel === 'airbnb' || channel === 'booking') && (
        <PublishPanel
          target={{
            listingId: listing.id,
            channel,
            linkId:
              channel === 'airbnb' && link !== undefined ? `${link.connectionId}:${platformId}` : undefined,
          }}
          isLive={channelStatus === null ? null : channelStatus === 'online'}
        />
      )}
    </section>
  )
}

/** Who fetches its calendar instead of being sent it. */
const Fetchers = ({ exposure: { readers, feeds } }: { exposure: Exposure }) =>
  readers.length + feeds.length === 0 ? null : (
    <section class="card">
      <h2>{text('channel.fetchers')}</h2>
      <p class="soft small">{text('channel.fetchersLead')}</p>
      <ul class="rows">
        {feeds.map(({ channel, externalAccountId, lastReadAt, exposedNights }) => (
          <li key={externalAccountId}>
            <strong>{wordFor('provider', channel)}</strong> <code>{externalAccountId}</code>
            <span class="soft">{text('channel.fetched', { ago: timeAgo(lastReadAt) })}</span>
            {exposedNights.length > 0 && (
              <Badge tone="warn">{text('channel.notFetched', { count: exposedNights.length })}</Badge>
            )}
          </li>
        ))}
        {readers.map(({ exportId, name, platform, lastReadAt, exposedNights }) => (
          <li key={exportId}>
            <strong>{name}</strong> <span>{wordFor('platform', platform)}</span>
            <span class="soft">{text('channel.fetched', { ago: timeAgo(lastReadAt) })}</span>
            {exposedNights.length > 0 && (
              <Badge tone="warn">{text('channel.notFetched', { count: exposedNights.length })}</Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  )

export function Channels({ listing }: { listing: ListingDetail }) {
  const [chosen, setDays] = useAddressState('days')
  const days = ranges.find((range) => range === chosen) ?? '90'
  const exposure = useExposure(listing.id, Number(days))
  const status = usePublishStatus(listing.id)
  const isInVrboFeed = (exposure.data?.feeds ?? []).some(({ channel }) => channel === 'vrbo')
  return (
    <>
      <div class="filters">
        <Select
          label={text('channel.range')}
          value={days}
          onChange={setDays}
          options={ranges.map((range) => ({
            value: range,
            label: text('channel.days', { count: Number(range) }),
          }))}
        />
        <Freshness query={exposure} />
      </div>
      <Loaded query={status}>
        {(read) => (
          <div class="cards wide-cards">
            {read.connections.map((connection) => (
              <ChannelCard
                key={`${connection.channel} ${connection.platformId}`}
                listing={listing}
                connection={connection}
                status={read}
                exposure={exposure.data}
              />
            ))}
            <Loaded query={exposure}>{(shown) => <Fetchers exposure={shown} />}</Loaded>
            <ChannelLinks listing={listing} isInVrboFeed={isInVrboFeed} />
          </div>
        )}
      </Loaded>
    </>
  )
}
