export { sealOf } from './links.ts'
export { startMails } from './mailer.ts'
