import { mailAddress, smtpUrl } from './parsers.ts'
import { optional } from './setting-definition.ts'

export const mailSettings = {
  smtpUrl: optional({
    name: 'SMTP_URL',
    parse: smtpUrl,
    default: null,
    whenUnset: 'e-mails, with the links in them, are written to the log instead',
    description:
      'Mail server for invitations and sign-in links: `smtps://`, or `smtp://` with STARTTLS where the server offers it.',
    example: 'smtp://user:password@smtp.example.com:587',
    secret: true,
  }),
  mailFrom: optional({
    name: 'MAIL_FROM',
    parse: mailAddress,
    default: null,
    whenUnset: '`no-reply@` and the host of PUBLIC_URL',
    description: 'Sender of e-mails.',
    example: 'Lodgewire <no-reply@example.com>',
  }),
}
