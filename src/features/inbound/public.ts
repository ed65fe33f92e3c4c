export { appWebhookUrl } from './app-address.ts'
export { keepAddress, startAddressKeeping } from './keep-address.ts'
