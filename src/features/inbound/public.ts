export { appWebhookUrl } from './app-address.ts'
