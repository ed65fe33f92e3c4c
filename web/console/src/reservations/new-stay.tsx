/** A booking of one's own: where and when, what it costs, who; then it is made once. */
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { useLocation } from 'preact-iso'
import { answerOf, client } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import type { components } from '../api/schema.ts'
import { addDays, daysBetween, todayHere } from '../format/dates.ts'
import { money } from '../format/money.ts'
import { pathTo } from '../server-root.ts'
import { useMayWrite, useMember } from '../session.tsx'
import { text, wordFor } from '../text/text.ts'
import { useListingNames } from '../ui/listing-names.ts'
import { Loaded } from '../ui/loaded.tsx'
import { notify } from '../ui/notices.tsx'
import { Problem } from '../ui/problem.tsx'
import { ReadOnly } from '../ui/read-only.tsx'
import { Screen } from '../ui/screen.tsx'
import { Select } from '../ui/select.tsx'
import { StayDateFields } from '../ui/stay-dates.tsx'
import { useAction } from '../ui/use-action.ts'
import { UncertainList } from './uncertain-list.tsx'
import { trackStayWrite } from './uncertain-writes.ts'

type BookingBody = components['schemas']['ReservationCreateBody']

interface StayWish {
  listingId: string
  checkIn: string
  checkOut: string
  guests: number
}

function Price({ wish }: { wish: StayWish }) {
  const query = useQuery({
    queryKey: ['quote', wish],
    queryFn: ({ signal }) =>
      answerOf(
        client.GET('/v1/quotes', {
          params: {
            query: {
              property_id: wish.listingId,
              check_in: wish.checkIn,
              check_out: wish.checkOut,
              guests: wish.guests,
            },
          },
          signal,
        }),
      ),
    enabled: wish.listingId !== '' && daysBetween(wish.checkIn, wish.checkOut) > 0,
    retry: false,
  })
  if (query.fetchStatus === 'idle' && query.data === undefined && query.error === null)
    return <p class="soft">{text('new.quoteLater')}</p>
  return (
    <Loaded query={query}>
      {({ available, reason, nights, pricing, currency }) =>
        available ? (
          <p>
            {text('new.quote', { count: nights })} <strong>{money(pricing.total, currency)}</strong>
          </p>
        ) : (
          <p class="notice warn">{text('new.notFree', { reason: wordFor('quoteReason', reason) })}</p>
        )
      }
    </Loaded>
  )
}

interface GuestNames {
  firstName: string
  lastName: string
  email: string
  phone: string
}

interface PartProps<T> {
  value: T
  onChange: (value: T) => void
}

function StayFields({ value: wish, onChange }: PartProps<StayWish>) {
  const names = useListingNames()
  const change = (part: Partial<StayWish>) => onChange({ ...wish, ...part })
  return (
    <>
      <Select
        label={text('stay.listing')}
        value={wish.listingId}
        onChange={(listingId) => change({ listingId })}
        options={[
          { value: '', label: text('new.choose') },
          ...[...names].map(([value, label]) => ({ value, label })),
        ]}
      />
      <StayDateFields checkIn={wish.checkIn} checkOut={wish.checkOut} onChange={change} />
      <label class="field">
        <span>{text('stay.guests')}</span>
        <input
          type="number"
          min={1}
          max={50}
          value={wish.guests}
          onInput={(event) => change({ guests: Number(event.currentTarget.value) || 1 })}
        />
      </label>
    </>
  )
}

function GuestFields({ value: guest, onChange }: PartProps<GuestNames>) {
  const field = (name: keyof GuestNames, type: string) => (
    <label class="field">
      <span>{text(`guest.${name}`)}</span>
      <input
        type={type}
        required={name === 'firstName'}
        value={guest[name]}
        onInput={(event) => onChange({ ...guest, [name]: event.currentTarget.value })}
      />
    </label>
  )
  return (
    <>
      <div class="pair">
        {field('firstName', 'text')}
        {field('lastName', 'text')}
      </div>
      <div class="pair">
        {field('email', 'email')}
        {field('phone', 'tel')}
      </div>
    </>
  )
}

const bodyOf = (wish: StayWish, guest: GuestNames): BookingBody => ({
  listingId: wish.listingId,
  checkIn: wish.checkIn,
  checkOut: wish.checkOut,
  guestCount: wish.guests,
  platform: 'direct',
  guest: {
    firstName: guest.firstName,
    ...(guest.lastName === '' ? {} : { lastName: guest.lastName }),
    ...(guest.email === '' ? {} : { email: guest.email }),
    ...(guest.phone === '' ? {} : { phone: guest.phone }),
  },
})

/** A link from the calendar names the home and the nights. */
function wishIn(query: Record<string, string>): StayWish {
  const checkIn = query.from ?? todayHere()
  return {
    listingId: query.listing ?? '',
    checkIn,
    checkOut: query.to ?? addDays(checkIn, 1),
    guests: 2,
  }
}

function BookingForm() {
  const { query, route } = useLocation()
  const [wish, setWish] = useState(() => wishIn(query))
  const [guest, setGuest] = useState<GuestNames>({ firstName: '', lastName: '', email: '', phone: '' })
  const { workspace } = useMember()
  const book = useAction(
    (body: BookingBody) => {
      const { listingId, checkIn, checkOut } = wish
      const write = { kind: 'create', reservationId: null, listingId, checkIn, checkOut } as const
      return trackStayWrite({ ...write, workspaceId: workspace.id }, body, (headers) =>
        answerOf(client.POST('/v1/reservations', { body, headers })),
      )
    },
    {
      onSuccess: ({ id }) => {
        notify(text('new.made'))
        void queryClient.invalidateQueries({ queryKey: ['reservations'] })
        void queryClient.invalidateQueries({ queryKey: ['calendar'] })
        route(pathTo(id === undefined ? '/reservations' : `/reservations/${id}`))
      },
    },
  )
  return (
    <form
      class="card narrow"
      onSubmit={(event) => {
        event.preventDefault()
        if (!book.isPending && wish.listingId !== '') book.mutate(bodyOf(wish, guest))
      }}
    >
      <StayFields value={wish} onChange={setWish} />
      <Price wish={wish} />
      <GuestFields value={guest} onChange={setGuest} />
      {book.error !== null && <Problem error={book.error} />}
      {book.error !== null && <UncertainList />}
      <button class="main" aria-disabled={book.isPending || wish.listingId === ''}>
        {book.isPending ? text('busy') : text('new.book')}
      </button>
    </form>
  )
}

export function NewStay() {
  return <Screen title={text('stay.new')}>{useMayWrite() ? <BookingForm /> : <ReadOnly />}</Screen>
}
