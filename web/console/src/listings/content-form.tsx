/** Texts, times and rules of a home, with what each channel takes of them. */
import { useId, useState } from 'preact/hooks'
import { useMayWrite } from '../session.tsx'
import { text, wordFor, type TextKey } from '../text/text.ts'
import { fieldsChangedSince } from '../ui/changed-fields.ts'
import { ChangedFields, changedFieldsOf, ChangedMeanwhile } from '../ui/changed-meanwhile.tsx'
import { Problem } from '../ui/problem.tsx'
import { Select } from '../ui/select.tsx'
import { DraftOffer } from '../ui/draft-offer.tsx'
import { useAction } from '../ui/use-action.ts'
import { useDraft } from '../ui/use-draft.ts'
import { ChannelHints } from './channel-hints.tsx'
import type { ContentField } from './channel-rules.ts'
import { ContentResult } from './content-result.tsx'
import {
  bodyOf,
  changedOf,
  valuesOf,
  yesNoFields,
  type ContentEdits,
  type ContentValues,
} from './content-values.ts'
import {
  contentKeeperOf,
  isTaken,
  platformsOf,
  readListing,
  readListingNow,
  saveContent,
  type ListingDetail,
} from './listing-data.ts'
import { SaveBar } from './save-bar.tsx'

const cancellationPolicies = ['flexible', 'moderate', 'strict', 'super_strict'] as const
const checkInMethods = [
  'lockbox',
  'smartlock',
  'keypad',
  'host_checkin',
  'doorman_entry',
  'other_checkin',
] as const

interface PartProps {
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

interface TextFieldProps extends PartProps {
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

const Texts = (props: PartProps) => (
  <fieldset>
    <legend>{text('content.texts')}</legend>
    <TextField {...props} name="title" flag="title" rows={1} most={500} />
    <TextField {...props} name="summary" flag="descriptions" rows={3} most={20_000} />
    <TextField {...props} name="description" flag="descriptions" rows={9} most={50_000} />
    <TextField {...props} name="houseRules" flag="houseRules" rows={5} most={20_000} />
  </fieldset>
)

const isWordOfSource = (told: string | null | undefined, shown: string) => told != null && shown === ''

function Times({ listing, values, channels, isLocked, edit }: PartProps) {
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

function Capacity({ listing, values, isLocked, edit }: PartProps) {
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

function Rules({ values, isLocked, edit }: PartProps) {
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

/** What was typed, and what stood in each field when it was first changed. */
function useContentEdits(listing: ListingDetail) {
  const [edits, setEdits] = useState<ContentEdits>({})
  const [seen, setSeen] = useState<ContentEdits>({})
  const stored = valuesOf(listing)
  const changed = changedOf(stored, edits)
  const save = useAction(
    async () => {
      const now = valuesOf(await readListingNow(listing.id))
      const others = fieldsChangedSince(seen, now, changed)
      // Whoever presses again has seen them.
      setSeen((before) => ({
        ...before,
        ...Object.fromEntries(others.map(({ name, now: value }) => [name, value])),
      }))
      if (others.length > 0) throw new ChangedMeanwhile(others)
      return saveContent(listing.id, bodyOf(changed))
    },
    {
      onSuccess: () => {
        const now = readListing(listing.id)
        setSeen({})
        // What was not taken over stays in the form.
        if (now) setEdits((before) => changedOf(valuesOf(now), before))
      },
    },
  )
  return {
    values: { ...stored, ...edits },
    changed,
    count: Object.keys(changed).length,
    save,
    edit: (part: ContentEdits) => {
      const names = Object.keys(part) as (keyof ContentValues)[]
      const before = Object.fromEntries(names.map((name) => [name, stored[name]]))
      setSeen((known) => ({ ...before, ...known }))
      setEdits((known) => ({ ...known, ...part }))
      if (!save.isPending) save.reset()
    },
    discard: () => {
      setEdits({})
      setSeen({})
      save.reset()
    },
  }
}

/** What was typed stays until it is saved, also while the listing is read again. */
export function ContentForm({ listing }: { listing: ListingDetail }) {
  const mayWrite = useMayWrite()
  const { values, changed, count, save, edit, discard } = useContentEdits(listing)
  const draft = useDraft(`content ${listing.id}`, { value: changed, isUntouched: count === 0, restore: edit })
  const others = changedFieldsOf(save.error)
  const parts: PartProps = {
    listing,
    values,
    channels: contentKeeperOf(listing) === null ? platformsOf(listing) : [],
    isLocked: !mayWrite,
    edit,
  }
  const keeper = contentKeeperOf(listing)
  return (
    <form
      class="card form"
      onSubmit={(event) => {
        event.preventDefault()
        if (count > 0 && !save.isPending) save.mutate()
      }}
    >
      <p class="soft">
        {keeper === null
          ? text('content.keptHere')
          : text('content.keptIn', { system: wordFor('provider', keeper) })}
      </p>
      {mayWrite && <DraftOffer draft={draft} />}
      <Texts {...parts} />
      <Times {...parts} />
      <Capacity {...parts} />
      <Rules {...parts} />
      {others !== null && (
        <ChangedFields fields={others} labelOf={(name) => text(`content.${name}` as TextKey)} />
      )}
      {save.error !== null && others === null && <Problem error={save.error} />}
      {save.data !== undefined && <ContentResult written={save.data} />}
      {mayWrite && (
        <SaveBar
          label={text(others !== null ? 'changed.save' : 'content.save')}
          count={count}
          isPending={save.isPending}
          onDiscard={discard}
        />
      )}
    </form>
  )
}
