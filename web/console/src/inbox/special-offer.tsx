import { useState } from 'preact/hooks'
import { answerOf, client } from '../api/client.ts'
import type { components } from '../api/schema.ts'
import { longDate, moment, shortDate } from '../format/dates.ts'
import { money } from '../format/money.ts'
import { text } from '../text/text.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { useListingNames } from '../ui/listing-names.ts'
import { notify } from '../ui/notices.tsx'
import { Problem } from '../ui/problem.tsx'
import { StayDateFields } from '../ui/stay-dates.tsx'
import { useAction } from '../ui/use-action.ts'
import { guestsInWords, refreshInquiries, type InquiryDialogProps } from './inquiry-card.tsx'
import { keepOffer } from './kept-offers.ts'

type Offer = components['schemas']['SpecialOffer']
type OfferBody = components['schemas']['SpecialOfferBody']

/** What the guest is shown and pays, as the server answers it before anything is sent. */
function OfferPreview({ offer, guest }: { offer: Offer; guest: string }) {
  const names = useListingNames()
  const { checkIn, checkOut, nights, totalPrice, rentalAmount, currency, listingId, expiresAt } = offer
  const price = totalPrice ?? rentalAmount ?? null
  return (
    <div class="preview" role="status">
      <h3>{text('offer.sees', { guest })}</h3>
      <Facts
        facts={[
          [text('stay.listing'), listingId === null ? '–' : (names.get(listingId) ?? listingId)],
          [
            text('stay.dates'),
            checkIn === null || checkOut === null ? '–' : `${shortDate(checkIn)} – ${longDate(checkOut)}`,
          ],
          [text('stay.guests'), guestsInWords(offer.guests)],
          [text('offer.pays'), <strong>{money(price, currency)}</strong>],
          ...(price === null || nights === null || nights === 0
            ? []
            : [[text('offer.perNight'), money(price / nights, currency)] as const]),
          ...(expiresAt === null ? [] : [[text('offer.until'), moment(expiresAt)] as const]),
        ]}
      />
    </div>
  )
}

interface OfferFields {
  checkIn: string
  checkOut: string
  adults: number
  children: number
  infants: number
  pets: number
  price: string
}

const partyFields = ['adults', 'children', 'infants', 'pets'] as const

const toBody = (
  { checkIn, checkOut, price, ...party }: OfferFields,
  kind: 'total' | 'breakdown',
): OfferBody => ({
  checkIn,
  checkOut,
  guests: party,
  ...(kind === 'total' ? { totalPrice: Number(price) } : { rentalAmount: Number(price) }),
})

function OfferForm({
  fields,
  change,
}: {
  fields: OfferFields
  change: (part: Partial<OfferFields>) => void
}) {
  return (
    <>
      <StayDateFields checkIn={fields.checkIn} checkOut={fields.checkOut} onChange={change} />
      <div class="pair small-fields">
        {partyFields.map((kind) => (
          <label class="field" key={kind}>
            <span>{text(`partyField.${kind}`)}</span>
            <input
              type="number"
              min={kind === 'adults' ? 1 : 0}
              max={50}
              required
              value={fields[kind]}
              onInput={(event) => change({ [kind]: event.currentTarget.valueAsNumber })}
            />
          </label>
        ))}
      </div>
      <label class="field">
        <span>{text('offer.price')}</span>
        <input
          type="number"
          inputMode="decimal"
          min="0.01"
          step="0.01"
          required
          value={fields.price}
          onInput={(event) => change({ price: event.currentTarget.value })}
        />
      </label>
    </>
  )
}

/** Other dates or another price for the guest of an inquiry: tried first, then sent as it was shown. */
export function SpecialOffer({ conversation, inquiry, onClose }: InquiryDialogProps) {
  const { guests, checkIn, checkOut } = inquiry
  const [fields, setFields] = useState<OfferFields>({
    checkIn: checkIn ?? '',
    checkOut: checkOut ?? '',
    adults: guests.adults ?? guests.total ?? 1,
    children: guests.children ?? 0,
    infants: guests.infants ?? 0,
    pets: guests.pets ?? 0,
    price: '',
  })
  const body = toBody(fields, conversation.capabilities.offerPrice ?? 'total')
  const send = (isTrial: boolean) =>
    answerOf(
      client.POST('/v1/conversations/{id}/special-offers', {
        params: { path: { id: conversation.id }, query: isTrial ? { dry_run: true } : {} },
        body,
      }),
    )
  const trial = useAction(() => send(true))
  const guest = conversation.guest?.displayName ?? text('stay.noName')
  return (
    <Dialog title={text('offer.title')} kind="side" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!trial.isPending) trial.mutate()
        }}
      >
        <OfferForm
          fields={fields}
          change={(part) => {
            setFields({ ...fields, ...part })
            trial.reset()
          }}
        />
        {trial.error !== null && <Problem error={trial.error} />}
        {trial.data === undefined && (
          <button class="main" aria-disabled={trial.isPending}>
            {trial.isPending ? text('busy') : text('offer.try')}
          </button>
        )}
      </form>
      {trial.data !== undefined && (
        <>
          <OfferPreview offer={trial.data} guest={guest} />
          <div class="actions">
            <ActionButton
              kind="main"
              run={async () => {
                const { id } = await send(false)
                if (id != null) await keepOffer(conversation.id, id)
              }}
              onDone={() => {
                notify(text('offer.sent'))
                refreshInquiries()
                onClose()
              }}
            >
              {text('offer.send')}
            </ActionButton>
          </div>
        </>
      )}
    </Dialog>
  )
}
