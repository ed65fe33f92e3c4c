/** What other slices may use of inquiries. */
export { inquiryEvents, type InquiryChange } from './events.ts'
