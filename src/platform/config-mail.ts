import { mailAddress, smtpUrl } from './config-parsers.ts'
import { optional } from './config-setting.ts'

export const mailSettings = {
  smtpUrl: optional({
    name: 'SMTP_URL',
    parse: smtpUrl,
    default: null,
    whenUnset: 'mails are written to the log, with the links that are in them',
    description:
      'Mail server that takes invitations and sign-in links: `smtp://` (with STARTTLS where the server offers it) or `smtps://`.',
    example: 'smtp://user:password@smtp.example.com:587',
    secret: true,
  }),
  mailFrom: optional({
    name: 'MAIL_FROM',
    parse: mailAddress,
    default: null,
    whenUnset: '`no-reply@` and the host of PUBLIC_URL',
    description: 'Whom mails come from.',
    example: 'Lodgewire <no-reply@example.com>',
  }),
}
