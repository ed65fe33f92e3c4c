import { pathTo } from '../server-root.ts'
import { text } from '../text/text.ts'
import { Screen } from '../ui/screen.tsx'

export const Missing = () => (
  <Screen title={text('missing.title')}>
    <p>{text('missing.lead')}</p>
    <p>
      <a href={pathTo('/')}>{text('missing.back')}</a>
    </p>
  </Screen>
)
