/** Texts, times and rules of a home, with what each channel takes of them. */
import { useMayWrite } from '../session.tsx'
import { text, wordFor, type TextKey } from '../text/text.ts'
import { ChangedFields, changedFieldsOf } from '../ui/changed-meanwhile.tsx'
import { Problem } from '../ui/problem.tsx'
import { DraftOffer } from '../ui/draft-offer.tsx'
import { useDraft } from '../ui/use-draft.ts'
import { Capacity, Rules, Texts, Times, type ContentPartProps } from './content-parts.tsx'
import { ContentResult } from './content-result.tsx'
import { contentKeeperOf, platformsOf, type ListingDetail } from './listing-data.ts'
import { SaveBar } from './save-bar.tsx'
import { useContentEdits } from './use-content-edits.ts'

/** What was typed stays until it is saved, also while the listing is read again. */
export function ContentForm({ listing }: { listing: ListingDetail }) {
  const mayWrite = useMayWrite()
  const { values, changed, count, save, edit, discard } = useContentEdits(listing)
  const draft = useDraft(`content ${listing.id}`, { value: changed, isUntouched: count === 0, restore: edit })
  const others = changedFieldsOf(save.error)
  const parts: ContentPartProps = {
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
