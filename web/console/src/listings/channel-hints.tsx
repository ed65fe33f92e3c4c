/** Under a field: what each channel of the listing makes of it. */
import { text, wordFor } from '../text/text.ts'
import { verdictOf, type ChannelVerdict, type ContentField } from './channel-rules.ts'

function verdictWords(verdict: ChannelVerdict): string {
  switch (verdict.kind) {
    case 'not sent':
      return text('limit.notSent')
    case 'whole hours':
      return text('limit.wholeHours')
    case 'any':
      return text('limit.any')
    case 'length':
      return verdict.least === undefined
        ? text('limit.most', { most: verdict.most ?? 0 })
        : text('limit.between', { least: verdict.least, most: verdict.most ?? 0 })
  }
}

interface ChannelHintsProps {
  id: string
  channels: readonly string[]
  field: ContentField
  /** One value, or several that follow the same rule. */
  values: readonly string[]
}

export function ChannelHints({ id, channels, field, values }: ChannelHintsProps) {
  const hints = channels.flatMap((channel) => {
    const verdicts = values.flatMap((value) => verdictOf(channel, field, value) ?? [])
    const worst = verdicts.find((verdict) => 'fits' in verdict && !verdict.fits) ?? verdicts[0]
    return worst === undefined ? [] : [{ channel, verdict: worst }]
  })
  if (hints.length === 0) return null
  return (
    <ul class="hints small" id={id}>
      {hints.map(({ channel, verdict }) => {
        const isBad = 'fits' in verdict && !verdict.fits
        return (
          <li key={channel} class={isBad ? 'bad' : 'soft'}>
            {wordFor('provider', channel)}: {verdictWords(verdict)}
            {isBad && ` – ${text('limit.leftOut')}`}
          </li>
        )
      })}
    </ul>
  )
}
