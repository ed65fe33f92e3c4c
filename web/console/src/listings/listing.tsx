/** One home, by tabs: what it is, what it says of itself, and how each channel stands. */
import { useRoute } from 'preact-iso'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import { Missing } from '../screens/missing.tsx'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Badge } from '../ui/badge.tsx'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'
import { Screen } from '../ui/screen.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Amenities } from './amenities.tsx'
import { Channels } from './channels.tsx'
import { ContentForm } from './content-form.tsx'
import { useListing, type ListingDetail } from './listing-data.ts'
import { MarkupList } from './markups.tsx'
import { Overview } from './overview.tsx'
import { Photos } from './photos.tsx'
import { Rooms } from './rooms.tsx'
import '../style/listings.css'

const tabs = [
  { id: 'overview', label: 'listing.overview' },
  { id: 'content', label: 'listing.texts' },
  { id: 'photos', label: 'listing.photos' },
  { id: 'amenities', label: 'listing.amenities' },
  { id: 'rooms', label: 'listing.units' },
  { id: 'channels', label: 'listing.channels' },
  { id: 'markups', label: 'listing.markups' },
] as const

type TabId = (typeof tabs)[number]['id']

function Part({ tab, listing }: { tab: TabId; listing: ListingDetail }) {
  switch (tab) {
    case 'overview':
      return <Overview listing={listing} />
    case 'content':
      return <ContentForm listing={listing} />
    case 'photos':
      return <Photos listing={listing} />
    case 'amenities':
      return <Amenities listing={listing} />
    case 'rooms':
      return <Rooms listing={listing} />
    case 'channels':
      return <Channels listing={listing} />
    case 'markups':
      return <MarkupList listing={listing} />
  }
}

function OnOff({ id, active }: { id: string; active: boolean }) {
  return (
    <ActionButton
      run={() =>
        answerOf(client.PATCH('/v1/listings/{id}', { params: { path: { id } }, body: { active: !active } }))
      }
      onDone={() => {
        notify(text(active ? 'listing.switchedOff' : 'listing.switchedOn'))
        void queryClient.invalidateQueries({ queryKey: ['listing'] })
        void queryClient.invalidateQueries({ queryKey: ['listings'] })
        void queryClient.invalidateQueries({ queryKey: ['calendar'] })
      }}
    >
      {text(active ? 'listing.switchOff' : 'listing.switchOn')}
    </ActionButton>
  )
}

export default function Listing() {
  const { id = '', tab = 'overview' } = useRoute().params
  const mayWrite = useMayWrite()
  const query = useListing(id)
  const listing = query.data
  const open = tabs.find((known) => known.id === tab)?.id
  if (open === undefined) return <Missing />
  return (
    <Screen
      title={listing?.name ?? text('listing.number', { id })}
      actions={
        listing !== undefined && (
          <>
            <a class="button second" href={pathTo(`/calendar?listing=${id}`)}>
              {text('nav.calendar')}
            </a>
            <a class="button second" href={pathTo(`/reservations?listing=${id}`)}>
              {text('nav.reservations')}
            </a>
            {mayWrite && <OnOff id={id} active={listing.active} />}
          </>
        )
      }
    >
      <Tabs label={text('listing.tabs')} path={`/listings/${id}`} tabs={tabs} open={open} />
      <Loaded query={query}>
        {(loaded) => (
          <>
            <p class="state-line">
              <Badge tone={loaded.status === 'active' ? 'good' : 'calm'}>
                {wordFor('listingStatus', loaded.status)}
              </Badge>
              <Freshness query={query} />
            </p>
            <Part key={id} tab={open} listing={loaded} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}
