export { appWebhookUrl } from './app-address.ts'
export { keepAddress, startAddressKeeping } from './keep-address.ts'
export { sendReceipts, startReceipts } from './receipts.ts'
