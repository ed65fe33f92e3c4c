import { text } from '../text/text.ts'
import { Empty } from './empty.tsx'

/** Stands in the place of a form that the member's role may not send. */
export const ReadOnly = () => (
  <Empty title={text('readOnly.title')}>
    <p>{text('readOnly.lead')}</p>
  </Empty>
)
