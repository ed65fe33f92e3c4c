/** What other slices may use of inquiries. */
export { askedThread } from './answer-queries.ts'
export { capabilitiesOf } from './capabilities.ts'
