/** Fields of a home's content: texts, times, capacity and rules. */
import { useId } from 'preact/hooks'
import { text, wordFor } from '../text/text.ts'
import { Select } from '../ui/select.tsx'
import { ChannelHints } from './channel-hints.tsx'
import type { ContentField } from './channel-rules.ts'
import { yesNoFields, type ContentEdits, type ContentValues } from './content-values.ts'
import { contentKeeperOf, isTaken, type ListingDetail } from './listing-data.ts'

const cancellationPolicies = ['flexible', 'moderate', 'strict', 'super_strict'] as const
const checkInMethods = [
  'lockbox',
  'smartlock',
  'keypad',
  'host_checkin',
  'doorman_entry',
  'other_checkin',
] as const

export interface ContentPartProps {
  listing: ListingDetail
  values: ContentValues
  channels: readonly string[]
  isLocked: boolean
  edit: (part: ContentEdits) => void
}

/** Why a part cannot be changed, under its fields. */
const NotTaken = ({ listing }: { listing: ListingDetail }) => (
  <p class="small soft">
    {text('content.notTaken', { system: wordFor('provider', contentKeeperOf(listing)) })}
  </p>
)

interface TextFieldProps extends ContentPartProps {
  name: ContentField & keyof ContentValues
  flag: 'title' | 'descriptions' | 'houseRules'
  rows: number
  most: number
}

function TextField({ listing, values, channels, isLocked, edit, name, flag, rows, most }: TextFieldProps) {
  const id = useId()
  const value = values[name]
  const isOpen = isTaken(listing, flag)
  const field = {
    value,
    maxLength: most,
    readOnly: isLocked || !isOpen,
    'aria-describedby': id,
    onInput: (event: { currentTarget: { value: string } }) => edit({ [name]: event.currentTarget.value }),
  }
  return (
    <div class="field-group">
      <label class="field">
        <span class="between">
          {text(`content.${name}`)} <span>{text('content.signs', { count: value.length })}</span>
        </span>
        {rows === 1 ? <input {...field} /> : <textarea rows={rows} {...field} />}
      </label>
      <ChannelHints id={id} channels={channels} field={name} values={[value]} />
      {!isOpen && <NotTaken listing={listing} />}
    </div>
  )
}

export const Texts = (props: ContentPartProps) => (
  <fieldset>
    <legend>{text('content.texts')}</legend>
    <TextField {...props} name="title" flag="title" rows={1} most={500} />
    <TextField {...props} name="summary" flag="descriptions" rows={3} most={20_000} />
    <TextField {...props} name="description" flag="descriptions" rows={9} most={50_000} />
    <TextField {...props} name="houseRules" flag="houseRules" rows={5} most={20_000} />
  </fieldset>
)

const isWordOfSource = (told: string | null | undefined, shown: string) => told != null && shown === ''

export function Times({ listing, values, channels, isLocked, edit }: ContentPartProps) {
  const id = useId()
  const isOpen = isTaken(listing, 'times')
  const names = ['checkInTimeStart', 'checkInTimeEnd', 'checkOutTime'] as const
  return (
    <fieldset>
      <legend>{text('content.times')}</legend>
      <div class="pair">
        {names.map((name) => {
          const told = listing.details?.[name]
          return (
            <label class="field" key={name}>
              <span>{text(`content.${name}`)}</span>
              <input
                type="time"
                value={values[name]}
                readOnly={isLocked || !isOpen}
                aria-describedby={id}
                onInput={(event) => edit({ [name]: event.currentTarget.value })}
              />
              {isWordOfSource(told, values[name]) && (
                <span>{text('content.sourceSays', { words: told ?? '' })}</span>
              )}
            </label>
          )
        })}
      </div>
      <ChannelHints id={id} channels={channels} field="times" values={names.map((name) => values[name])} />
      {!isOpen && <NotTaken listing={listing} />}
    </fieldset>
  )
}

export function Capacity({ listing, values, isLocked, edit }: ContentPartProps) {
  const isOpen = isTaken(listing, 'capacity')
  const names = ['maxGuests', 'bedrooms', 'beds', 'bathrooms'] as const
  return (
    <fieldset>
      <legend>{text('content.capacity')}</legend>
      <div class="pair">
        {names.map((name) => (
          <label class="field" key={name}>
            <span>{text(`content.${name}`)}</span>
            <input
              type="number"
              inputMode="decimal"
              min={name === 'maxGuests' ? 1 : 0}
              max={1000}
              step={name === 'bathrooms' ? 0.5 : 1}
              value={values[name]}
              readOnly={isLocked || !isOpen}
              onInput={(event) => edit({ [name]: event.currentTarget.value })}
            />
          </label>
        ))}
      </div>
      {!isOpen && <NotTaken listing={listing} />}
    </fieldset>
  )
}

export function Rules({ values, isLocked, edit }: ContentPartProps) {
  const chosen = (name: keyof ContentValues, label: string, options: readonly [string, string][]) => (
    <Select
      key={name}
      label={label}
      value={values[name]}
      isLocked={isLocked}
      onChange={(value) => edit({ [name]: value })}
      options={[
        { value: '', label: text('content.notSaid') },
        ...options.map(([value, word]) => ({ value, label: word })),
      ]}
    />
  )
  return (
    <fieldset>
      <legend>{text('content.rules')}</legend>
      <div class="pair">
        {yesNoFields.map((name) =>
          chosen(name, text(`content.${name}`), [
            ['yes', text('yes')],
            ['no', text('no')],
          ]),
        )}
        {(['quietHoursStart', 'quietHoursEnd'] as const).map((name) => (
          <label class="field" key={name}>
            <span>{text(`content.${name}`)}</span>
            <input
              type="time"
              value={values[name]}
              readOnly={isLocked}
              onInput={(event) => edit({ [name]: event.currentTarget.value })}
            />
          </label>
        ))}
        {chosen(
          'cancellationPolicy',
          text('content.cancellationPolicy'),
          cancellationPolicies.map((word) => [word, wordFor('cancellation', word)]),
        )}
        {chosen(
          'checkInMethod',
          text('content.checkInMethod'),
          checkInMethods.map((word) => [word, wordFor('checkInMethod', word)]),
        )}
      </div>
      <label class="field">
        <span>{text('content.checkInInstruction')}</span>
        <textarea
          rows={3}
          maxLength={5000}
          value={values.checkInInstruction}
          readOnly={isLocked}
          onInput={(event) => edit({ checkInInstruction: event.currentTarget.value })}
        />
      </label>
    </fieldset>
  )
}
