/** One stay: what it is, what it costs, how it came to be so, and what can be done about it. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { useRoute } from 'preact-iso'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { daysBetween, longDate, moment, weekdayDate } from '../format/dates.ts'
import { money } from '../format/money.ts'
import { pathTo } from '../server-root.ts'
import { useMayWrite } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { Badge } from '../ui/badge.tsx'
import { Facts } from '../ui/facts.tsx'
import { useListingNames } from '../ui/listing-names.ts'
import { Freshness, Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'
import { Screen } from '../ui/screen.tsx'
import { TimeLeft } from '../ui/time-left.tsx'
import { Alterations } from './alterations.tsx'
import { ChangeStay } from './change-stay.tsx'
import { NewStay } from './new-stay.tsx'
import { statusTone } from './stay-columns.tsx'
import { Story } from './story.tsx'
import { UncertainList } from './uncertain-list.tsx'
import { CancelStay, DeclineStay, refreshStays, StayActions, type StayDialog } from './stay-actions.tsx'

type Stay = components['schemas']['Reservation']

function Money({ stay }: { stay: Stay }) {
  const { financials, currency } = stay
  const lines = [
    ...(financials?.guest?.fees ?? []).map((line) => ({ ...line, side: 'fee' as const })),
    ...(financials?.guest?.taxes ?? []).map((line) => ({ ...line, side: 'tax' as const })),
  ]
  return (
    <section class="card">
      <h2>{text('stay.money')}</h2>
      <Facts
        facts={[
          [text('stay.total'), <strong>{money(stay.totalPrice, currency)}</strong>],
          ...(financials?.host?.accommodation === undefined
            ? []
            : [[text('stay.accommodation'), money(financials.host.accommodation, currency)] as const]),
          ...lines.map(
            ({ name, type, side, amount }) =>
              [name ?? type ?? text(`stay.${side}`), money(amount, currency)] as const,
          ),
          ...(financials?.host?.revenue === undefined
            ? []
            : [[text('stay.revenue'), money(financials.host.revenue, currency)] as const]),
          ...(financials?.paymentStatus == null
            ? []
            : [[text('stay.payment'), wordFor('payment', financials.paymentStatus)] as const]),
        ]}
      />
    </section>
  )
}

function Details({ stay }: { stay: Stay }) {
  const names = useListingNames()
  const { primaryGuest: guest, occupancy } = stay
  return (
    <div class="cards">
      <section class="card">
        <h2>{text('stay.stay')}</h2>
        <Facts
          facts={[
            [
              text('stay.listing'),
              <a href={pathTo(`/listings/${stay.listingId}`)}>
                {names.get(stay.listingId) ?? stay.listingId}
              </a>,
            ],
            [text('stay.checkIn'), `${weekdayDate(stay.checkIn)} ${stay.checkInTime ?? ''}`],
            [text('stay.checkOut'), `${weekdayDate(stay.checkOut)} ${stay.checkOutTime ?? ''}`],
            [text('stay.nights'), daysBetween(stay.checkIn, stay.checkOut)],
            ...(stay.unit === null ? [] : [[text('stay.unit'), stay.unit.name ?? stay.unit.id] as const]),
            [text('stay.channel'), wordFor('platform', stay.platform)],
            [text('stay.code'), <code>{stay.confirmationCode}</code>],
            [text('stay.booked'), moment(stay.bookedAt)],
            ...(stay.statusDetail === undefined
              ? []
              : [[text('stay.detail'), wordFor('statusDetail', stay.statusDetail)] as const]),
            ...(stay.respondBy === undefined
              ? []
              : [[text('stay.answerBy'), <TimeLeft until={stay.respondBy} />] as const]),
          ]}
        />
        {stay.conflictsWith.length > 0 && (
          <p class="notice bad">
            {text('stay.conflictLead')}{' '}
            {stay.conflictsWith.map((id) => (
              <a key={id} href={pathTo(`/reservations/${id}`)}>
                {text('stay.number', { id })}
              </a>
            ))}
          </p>
        )}
      </section>
      <section class="card">
        <h2>{text('stay.guest')}</h2>
        <Facts
          facts={[
            [text('stay.name'), stay.guestName ?? text('stay.noName')],
            ...(guest?.email == null
              ? []
              : [[text('guest.email'), <a href={`mailto:${guest.email}`}>{guest.email}</a>] as const]),
            ...(guest?.phone == null
              ? []
              : [[text('guest.phone'), <a href={`tel:${guest.phone}`}>{guest.phone}</a>] as const]),
            ...(guest?.language == null ? [] : [[text('guest.language'), guest.language] as const]),
            ...(occupancy?.total == null ? [] : [[text('stay.guests'), occupancy.total] as const]),
          ]}
        />
      </section>
      <Money stay={stay} />
      <Alterations code={stay.confirmationCode} />
      <Story stay={stay} />
    </div>
  )
}

function Reservation({ id }: { id: string }) {
  const [open, setOpen] = useState<StayDialog>(null)
  const mayWrite = useMayWrite()
  const query = useQuery({
    queryKey: ['reservation', id],
    queryFn: ({ signal }) =>
      answerOf(client.GET('/v1/reservations/{id}', { params: { path: { id } }, signal })),
  })
  const stay = query.data
  const close = () => setOpen(null)
  return (
    <Screen
      title={stay === undefined ? text('stay.number', { id }) : (stay.guestName ?? text('stay.noName'))}
      actions={stay !== undefined && mayWrite && <StayActions stay={stay} open={setOpen} />}
    >
      <Loaded query={query}>
        {(loaded) => (
          <>
            <p>
              <Badge tone={statusTone[loaded.status]}>{wordFor('status', loaded.status)}</Badge>{' '}
              <span class="soft">
                {longDate(loaded.checkIn)} – {longDate(loaded.checkOut)}
              </span>{' '}
              <Freshness query={query} />
            </p>
            <UncertainList reservationId={loaded.id} />
            <Details stay={loaded} />
            {open === 'cancel' && <CancelStay stay={loaded} onClose={close} />}
            {open === 'decline' && <DeclineStay stay={loaded} onClose={close} />}
            {open === 'change' && (
              <ChangeStay
                stay={loaded}
                onClose={close}
                onDone={() => {
                  notify(text('stay.changed'))
                  refreshStays()
                  close()
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

export default function ReservationRoute() {
  const { id = '' } = useRoute().params
  return id === 'new' ? <NewStay /> : <Reservation id={id} />
}
