/** What other slices may use of conversations. */
export { byLastMessage, bySending } from './orderings.ts'
export {
  conversations,
  conversationTotal,
  messages,
  messageTotal,
  onConversationPage,
  type ConversationListRow,
  type MessageColumns,
} from './queries.ts'
export { fileErrors } from './sending/file-errors.ts'
export { sendMessage } from './sending/send.ts'
