/** What became of a written change: what differs now, and what the keeper of the listing did not take, with its reason. */
import { text, wordFor } from '../text/text.ts'
import type { ContentWritten } from './listing-data.ts'

const sectionWord = (section: string): string =>
  section.startsWith('locale:')
    ? text('content.inLanguage', { language: section.slice('locale:'.length) })
    : wordFor('section', section)

/** Two parts of a section have the same word. */
const sectionWords = (sections: readonly string[]) => [...new Set(sections.map(sectionWord))].join(', ')

export function ContentResult({ written }: { written: ContentWritten }) {
  const { changed, deferred, pms } = written
  const refused = pms?.errors ?? []
  const unexplained = deferred.filter((section) => !refused.some((one) => one.section === section))
  const isGood = refused.length === 0 && unexplained.length === 0
  return (
    <div class={isGood ? 'notice good' : 'notice warn'} role="status">
      <div>
        <strong>
          {changed.length === 0
            ? text('content.nothingChanged')
            : text('content.changed', { sections: sectionWords(changed) })}
        </strong>
        {pms !== undefined && pms.applied.length > 0 && (
          <p>
            {text('content.takenBy', {
              system: wordFor('provider', pms.provider),
              sections: sectionWords(pms.applied),
            })}
          </p>
        )}
        {refused.map(({ section, message }) => (
          <p key={section}>{text('content.refused', { section: sectionWord(section), message })}</p>
        ))}
        {refused.length === 0 && unexplained.length > 0 && (
          <p>{text('content.deferred', { sections: sectionWords(unexplained) })}</p>
        )}
        {pms?.unknown !== undefined && (
          <p>{text('content.unknown', { sections: sectionWords(pms.unknown) })}</p>
        )}
      </div>
    </div>
  )
}
